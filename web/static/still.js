// A page that only stands there: errors, rules, the API.
import "./theme.js";
