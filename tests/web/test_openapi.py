"""The API's description is that of the API."""

import json
import re

import pytest

from web.openapi import ROUTES, routes


@pytest.fixture
def described(phone) -> dict:
    return phone.get("/api/openapi.json").json


def test_every_route_is_described_and_nothing_else(app, described):
    there = [f"{method} {path}" for method, path, _ in routes(app)]
    assert sorted(there) == sorted(ROUTES)
    told = [f"{method.upper()} {path}" for path, methods in described["paths"].items() for method in methods]
    assert sorted(told) == sorted(there)


def test_every_route_says_what_it_does(app):
    assert [path for _, path, about in routes(app) if len(about) < 10] == []


def test_every_reference_leads_somewhere(described):
    named = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(described)))
    assert named <= set(described["components"]["schemas"])
    assert {"Look", "View", "ActionRequest", "Refusal"} <= named


def test_it_is_openapi_3_1(described):
    assert described["openapi"] == "3.1.0"
    assert described["paths"]["/api/correct"]["post"]["requestBody"]["content"]["application/json"]["schema"] == {
        "$ref": "#/components/schemas/CorrectRequest"
    }


def test_what_a_program_must_send_with_a_change_is_named(described):
    told = described["paths"]["/api/undo"]["post"]["parameters"]
    assert [(one["name"], one["required"]) for one in told] == [("X-Companion", True), ("Idempotency-Key", False)]
