import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Makes `curl` silent, and makes errors of the server fail the script. */
const preamble = 'set -euo pipefail\ncurl() { command curl --fail-with-body --silent --show-error "$@"; }\n';

/** Runs a shell script with the given variables. */
export function runScript(
  script: string,
  variables: Record<string, string> = {},
  directory?: string,
): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)('bash', ['-c', preamble + script], {
    cwd: directory,
    env: { ...process.env, FORCE_COLOR: '0', ...variables },
  });
}
