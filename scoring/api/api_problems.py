"""API errors as problem details (RFC 9457), each with a sentence for people."""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI
from ninja.errors import ValidationError

from rules.strict_reader import JsonObject
from scoring.exports.export_columns_and_values import Withheld

CONTENT_TYPE = "application/problem+json"


class NoToken(Exception):
    """An invalid or missing token; str() is the sentence."""


class UnknownParameter(Exception):
    """A query parameter that this address does not have; str() is the sentence."""


def problem(status: HTTPStatus, detail: str) -> HttpResponse:
    """Return an error answer with problem details."""
    body = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
    }
    answer = JsonResponse(body, status=status, content_type=CONTENT_TYPE)
    answer["Access-Control-Allow-Origin"] = "*"
    if status is HTTPStatus.UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Bearer"
    return answer


def handle(api: NinjaAPI) -> None:
    """Make the API answer each error of a request with problem details."""

    @api.exception_handler(Http404)
    def missing(_request: HttpRequest, fault: Http404) -> HttpResponse:
        return problem(HTTPStatus.NOT_FOUND, str(fault) or "Not found.")

    @api.exception_handler(Withheld)
    def withheld(_request: HttpRequest, fault: Withheld) -> HttpResponse:
        return problem(HTTPStatus.FORBIDDEN, str(fault))

    @api.exception_handler(NoToken)
    def no_token(_request: HttpRequest, fault: NoToken) -> HttpResponse:
        return problem(HTTPStatus.UNAUTHORIZED, str(fault))

    @api.exception_handler(UnknownParameter)
    def unknown(_request: HttpRequest, fault: UnknownParameter) -> HttpResponse:
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(fault))

    @api.exception_handler(ValidationError)
    def invalid(_request: HttpRequest, fault: ValidationError) -> HttpResponse:
        detail = "; ".join(
            f"{error['loc'][-1]}: {error['msg']}" for error in fault.errors
        )
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, detail)


def describe(schema: JsonObject) -> None:
    """Declare in an OpenAPI document that errors are problem details."""
    for operations in schema["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                content = answer.get("content", {})
                if int(status) >= HTTPStatus.BAD_REQUEST and content:
                    answer["content"] = {CONTENT_TYPE: content["application/json"]}
