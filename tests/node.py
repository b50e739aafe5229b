"""Ask a widget's own JavaScript, the very module that it ships, through Node."""

import json
import shutil
import subprocess

SCRIPT = """
import {{ readFileSync }} from "node:fs";
const m = await import({module});
const answer = {answer};
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answer)));
"""


def ask_javascript(widget, answer, cases, folder):
    """Return the answers of the function `answer` (JavaScript; m is the module) to the cases."""
    node = shutil.which("node")
    assert node, 'Node is missing; mark the test with pytest.mark.needs("node").'
    module = folder / "widget.mjs"
    module.write_text(widget._esm, "utf-8")
    script = SCRIPT.format(module=json.dumps(module.as_uri()), answer=answer)
    command = [node, "--input-type=module", "-e", script]
    done = subprocess.run(
        command, input=json.dumps(cases), capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
