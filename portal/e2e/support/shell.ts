import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What `curl` does without further words it does in silence, and an error of the server ends the script. */
const preamble = 'set -euo pipefail\ncurl() { command curl --fail-with-body --silent --show-error "$@"; }\n';

/** Runs a script as a reader would, with some variables set. */
export function runScript(
  script: string,
  variables: Record<string, string> = {},
  folder?: string,
): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)('bash', ['-c', preamble + script], {
    cwd: folder,
    env: { ...process.env, ...variables },
  });
}
