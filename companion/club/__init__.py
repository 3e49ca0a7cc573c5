"""A club full of tables: what each tells an MQTT broker, and the venue that hears them all."""
