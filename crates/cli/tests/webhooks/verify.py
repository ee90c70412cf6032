"""Verifies requests of webhooks with the library of PyPI, and that it rejects altered ones."""

import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

with open(sys.argv[1]) as file:
    requests = json.load(file)
for request in requests:
    headers, body = request["headers"], request["body"]
    for secret in request["secrets"]:
        webhook = Webhook(secret)
        assert webhook.verify(body, headers) == json.loads(body)
        altered = [
            (body.replace("{", "{ ", 1), headers),
            (body, {**headers, "webhook-id": headers["webhook-id"] + "x"}),
            (body, {**headers, "webhook-timestamp": str(int(headers["webhook-timestamp"]) + 1)}),
            (body, {**headers, "webhook-timestamp": str(int(headers["webhook-timestamp"]) - 3600)}),
        ]
        for other_body, other_headers in altered:
            try:
                webhook.verify(other_body, other_headers)
            except WebhookVerificationError:
                continue
            raise AssertionError(f"verified {other_body} with {other_headers}")
print(f"verified {len(requests)}")
