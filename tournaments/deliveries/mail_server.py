"""The mail server of this installation, and the meaning of its replies.

Errors may contain addresses, so they are never logged.
"""

from __future__ import annotations

import smtplib

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from tournaments.deliveries.delivery_answers import Answer, Outcome
from tournaments.models import Delivery

#: Replies from this code on are permanent (RFC 5321, 4.2.1).
PERMANENT = 500


def is_configured() -> bool:
    """Return whether this installation sends mail."""
    return bool(settings.EMAIL_HOST)


def send(delivery: Delivery) -> Answer:
    """Send one mail and return the result.

    The Message-ID is the same in every attempt, so that mailboxes can recognise a mail
    that arrives twice.
    """
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("> ") or "localhost"
    ident = f"<{delivery.pk}.{delivery.created_at.timestamp():.6f}@{domain}>"
    headers = {"Message-ID": ident, "Auto-Submitted": "auto-generated"}
    if delivery.refuse_at.startswith("https://"):
        # RFC 8058: with this header, mail programs show an unsubscribe button.
        headers["List-Unsubscribe"] = f"<{delivery.refuse_at}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message = EmailMultiAlternatives(
        delivery.subject, delivery.body, to=[delivery.target], headers=headers
    )
    html = render_to_string("mail/mail.html", {"delivery": delivery})
    message.attach_alternative(html, "text/html")
    try:
        message.send()
    except smtplib.SMTPRecipientsRefused as error:
        return _of_reply(*next(iter(error.recipients.values())))
    except (
        smtplib.SMTPAuthenticationError,
        smtplib.SMTPConnectError,
        smtplib.SMTPHeloError,
    ) as error:
        # About the connection, not this mail: a corrected setting helps.
        return Answer(
            Outcome.UNREACHABLE, _reply_text(error.smtp_code, error.smtp_error)
        )
    except smtplib.SMTPResponseException as error:
        return _of_reply(error.smtp_code, error.smtp_error)
    except OSError as error:
        return Answer(Outcome.UNREACHABLE, f"{type(error).__name__}: {error}")
    except ValueError as error:
        return Answer(Outcome.REFUSED, f"{type(error).__name__}: {error}")
    return Answer(Outcome.ACCEPTED)


def _of_reply(code: int, text: bytes | str) -> Answer:
    outcome = Outcome.REFUSED if code >= PERMANENT else Outcome.AGAIN
    return Answer(outcome, _reply_text(code, text))


def _reply_text(code: int, text: bytes | str) -> str:
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return f"{code} {' '.join(words.split())}"
