"""A small agent with memory in Loci, over plain HTTP. It needs Python 3.9 or later and no package.

    LOCI_API_KEY=loci_... python3 agent.py "Where is order 5531?"

Run it again with another question: it remembers the first. The model here is a script, so that the example runs
anywhere; put a call of yours into `ask_model`.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

ATTEMPTS = 4


class LociError(Exception):
    """What Loci refused, with the code to decide by and the request id to ask about."""

    def __init__(self, status, body):
        super().__init__(f"{body.get('code')}: {body.get('message')} (request {body.get('requestId')})")
        self.status = status
        self.code = body.get("code")
        self.retryable = bool(body.get("retryable"))
        self.retry_after = (body.get("retryAfterMs") or 0) / 1000


class Loci:
    """Every operation of /api/v1 that is posted; the document at /api/v1/openapi.json names them."""

    def __init__(self, url, key, scope):
        self.url = url.rstrip("/")
        self.key = key
        self.scope = scope

    def call(self, path, **fields):
        """Posts one operation. What is worth a retry is tried again, a little later each time."""
        body = json.dumps({"scope": self.scope, **fields}).encode()
        for attempt in range(ATTEMPTS):
            try:
                return self._post(path, body)
            except (LociError, urllib.error.URLError, TimeoutError) as error:
                if isinstance(error, LociError) and not error.retryable:
                    raise
                if attempt == ATTEMPTS - 1:
                    raise
                time.sleep(max(getattr(error, "retry_after", 0), 0.2 * 2**attempt))

    def _post(self, path, body):
        headers = {"authorization": f"Bearer {self.key}", "content-type": "application/json"}
        request = urllib.request.Request(f"{self.url}/api/v1{path}", body, headers, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=15) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise LociError(error.code, read_error(error)) from None


def read_error(error):
    """The body of a refusal; a proxy on the way may answer something else."""
    try:
        body = json.load(error)
    except ValueError:
        body = None
    if isinstance(body, dict) and "code" in body:
        return body
    return {"code": f"HTTP {error.code}", "message": error.reason, "retryable": error.code in (429, 502, 503, 504)}


def look_up(arguments):
    """The one tool of this agent."""
    return json.dumps({"order": arguments["order"], "state": "on its way"})


def ask_model(messages):
    """Stands for a model: looks an order up when one is named, else says what it remembers."""
    last = messages[-1]
    if last["role"] == "tool":
        found = json.loads(last["content"])
        return {"role": "assistant", "content": f"Order {found['order']} is {found['state']}."}
    order = "".join(letter for letter in last["content"] if letter.isdigit())
    if order:
        call = {"id": f"call-{uuid.uuid4()}", "name": "look_up", "arguments": {"order": order}}
        return {"role": "assistant", "content": None, "toolCalls": [call]}
    asked = [message["content"] for message in messages[:-1] if message["role"] == "user"]
    return {"role": "assistant", "content": f"You asked before: {'; '.join(asked) or 'nothing'}."}


def run(loci, session, question):
    """One turn: read what the agent should see, work, write the whole list back."""
    history = loci.call("/memory/read", sessionId=session, agentName="python-example")
    messages = [*history["messages"], {"role": "user", "content": question}]
    while True:
        answer = ask_model(messages)
        messages.append(answer)
        if not answer.get("toolCalls"):
            break
        for call in answer["toolCalls"]:
            messages.append({"role": "tool", "toolCallId": call["id"], "content": look_up(call["arguments"])})
    written = loci.call(
        "/memory/write",
        sessionId=session,
        agentName="python-example",
        messages=messages,
        readId=history["readId"],
        # One for this write, whatever becomes of its attempts: a retry stores nothing twice.
        idempotencyKey=str(uuid.uuid4()),
    )
    return answer["content"], len(history["messages"]), written


def main():
    loci = Loci(
        os.environ.get("LOCI_URL", "http://127.0.0.1:3000"),
        os.environ["LOCI_API_KEY"],
        {"tenant": os.environ.get("LOCI_TENANT", "acme"), "subject": os.environ.get("LOCI_SUBJECT", "user-1")},
    )
    question = sys.argv[1] if len(sys.argv) > 1 else "What did I ask before?"
    try:
        answer, remembered, written = run(loci, os.environ.get("LOCI_SESSION", "python-example"), question)
    except LociError as error:
        sys.exit(str(error))
    print(answer)
    print(f"remembered {remembered}, stored {written['appended']} new", file=sys.stderr)


if __name__ == "__main__":
    main()
