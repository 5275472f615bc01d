"""What the API answers when it cannot answer: problem details (RFC 9457), each with a
sentence for people."""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI
from ninja.errors import ValidationError

from rules.strict_reader import JsonObject
from scoring.exports.export_columns_and_values import Withheld

CONTENT_TYPE = "application/problem+json"


class NoToken(Exception):
    """A token was sent that does not count; str() is the sentence."""


class UnknownParameter(Exception):
    """The query has a parameter that this address does not know; str() is the
    sentence."""


def problem(status: HTTPStatus, detail: str) -> HttpResponse:
    """The answer that says what is wrong."""
    said = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
    }
    answer = JsonResponse(said, status=status, content_type=CONTENT_TYPE)
    answer["Access-Control-Allow-Origin"] = "*"
    if status is HTTPStatus.UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Bearer"
    return answer


def handle(api: NinjaAPI) -> None:
    """Let the API answer every fault of a request with a problem."""

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
        said = "; ".join(
            f"{error['loc'][-1]}: {error['msg']}" for error in fault.errors
        )
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, said)


def describe(schema: JsonObject) -> None:
    """Say in an OpenAPI document that faults come as problems."""
    for operations in schema["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                content = answer.get("content", {})
                if int(status) >= HTTPStatus.BAD_REQUEST and content:
                    answer["content"] = {CONTENT_TYPE: content["application/json"]}
