import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { readAll } from '../support/records';
import { createWorkspace, missingPackages, type Workspace } from '../support/workspace';

const guide = 'guides/use-votes-research';
const missing = missingPackages('pabutools', 'reddwarf');

test.describe.configure({ mode: 'serial' });
test.skip(missing !== undefined, missing);

let platform: Platform;
let workspace: Workspace;

test.beforeAll(async () => {
  platform = await startPlatform({ ideas: 300 });
  workspace = createWorkspace(platform);
  workspace.write(guide, 'votes.py', 'opinions.py');
});

test.afterAll(async () => {
  await platform.stop();
  workspace.remove();
});

test('the program downloads the votes that have ended', async () => {
  const printed = await workspace.python('votes.py');
  const phases = (await readAll(platform, 'phases')).filter(
    (phase) => phase.participation_method === 'voting',
  );
  const today = new Date().toISOString().slice(0, 10);
  const ended = phases.filter(({ end_at }) => end_at !== null && String(end_at) < today);
  expect(ended).not.toEqual([]);
  expect(printed.match(/ ballots, /g)).toHaveLength(ended.length);
  expect(printed.match(/the vote is running/g) ?? []).toHaveLength(phases.length - ended.length);
  for (const { id } of ended) expect(workspace.read(`${id}.pb`)).toContain('country;Belgium');
});

test('the program loads the opinions on a project', async () => {
  const reactions = (await readAll(platform, 'reactions')).filter(
    ({ reactable_type, user_id }) => reactable_type === 'idea' && user_id !== null,
  );
  const ideas = (await readAll(platform, 'ideas')).filter(
    ({ type, publication_status }) => type === 'idea' && publication_status === 'published',
  );
  const project = String(reactions[0]?.project_id);
  const own = ideas.filter(({ project_id }) => project_id === project);
  const votes = reactions.filter(({ idea_id }) => own.some(({ id }) => id === idea_id));
  const printed = await workspace.python('opinions.py', project);
  expect(printed).toContain(`${own.length} ideas, ${votes.length} votes of `);
});

test('the command and the settings of the guide export all files', () => {
  const config = path.join(workspace.directory, 'folkmoot.toml');
  writeFileSync(config, titled(guide, 'folkmoot.toml'));
  const command = platform.filledIn(titled(guide, 'On the server')).replace('folkmoot ', '');
  const words = command.replace('research', path.join(workspace.directory, 'research')).split(' ');
  platform.run(...words, '--config', config, '--pabulib-budget', '10000');
  expect(workspace.read('research/SHA256SUMS')).toContain('/participant-votes.csv');
});
