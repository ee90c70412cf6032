// Fails if an OpenAPI document breaks clients of an earlier one, and the changelog does not announce it:
// node check-compatibility.mjs RELEASED CURRENT CHANGELOG

import { readFileSync } from 'node:fs';
import jiti from 'jiti';

const load = jiti(import.meta.filename);
const { isAnnounced } = load('../src/changes/announced.ts');
const { compare } = load('../src/changes/compare.ts');

const [released, current, changelog] = process.argv.slice(2);
const [before, after, text] = [released, current, changelog].map((name) => readFileSync(name, 'utf8'));
const breaking = compare(JSON.parse(before), JSON.parse(after)).filter((change) => change.breaking);
const unannounced = breaking.filter((change) => !isAnnounced(change, text));
if (unannounced.length === 0) {
  console.log(`${current} is compatible with ${released}; ${breaking.length} announced change(s)`);
} else {
  console.error(`${current} breaks clients of ${released}:\n`);
  for (const { subject, kind, text } of unannounced) console.error(`  - \`${subject}\`: ${kind}. ${text}`);
  console.error(
    `\nMake the change compatible, or announce it: one line "- \`SUBJECT\`: REASON" for each subject under "### Breaking" ` +
      `in the section "## Unreleased" of ${changelog}.`,
  );
  process.exitCode = 1;
}
