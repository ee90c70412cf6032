import { expect, test } from '@playwright/test';
import { build } from '../support/build';
import { titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { type Receiver, receivers, startReceiver } from '../support/receiver';
import { importRecords, readAll } from '../support/records';
import { createWorkspace, missingPackages, type Workspace } from '../support/workspace';

const guide = 'guides/use-webhooks';

test.describe.configure({ mode: 'default' });

let platform: Platform;
let workspace: Workspace;

test.beforeAll(async () => {
  const [, name = '', value] =
    /^export (\w+)=(\S+)$/m.exec(titled(guide, 'Permit addresses of the same machine')) ?? [];
  // Commands need the setting, too.
  process.env[name] = value;
  platform = await startPlatform({ site: build });
  workspace = createWorkspace(platform);
});

test.afterAll(async () => {
  await platform.stop();
  workspace.remove();
});

for (const file of receivers) {
  test(`${file} gets tests and changes, and reads the record`, async () => {
    const isPython = file === 'receiver.py';
    const absent = isPython ? missingPackages('standardwebhooks', 'requests') : undefined;
    test.skip(absent !== undefined, absent);
    // A receiver starts with the secret, so its URL is known later.
    const created = platform.run(
      'webhooks',
      'create',
      platform.client.client_id,
      'http://127.0.0.1:9/',
      '--json',
    );
    const { webhook_id, secret } = JSON.parse(created);
    let receiver: Receiver | undefined;
    try {
      receiver = await startReceiver(file, {
        handle: `Read the record: ${isPython ? 'Python' : 'JavaScript'}`,
        install: isPython ? '' : platform.filledIn(titled('guides/use-typescript', 'Install the package')),
        variables: {
          WEBHOOK_SECRET: secret,
          API: `${platform.address}/api/v2`,
          CLIENT_ID: platform.client.client_id,
          CLIENT_SECRET: platform.client.client_secret,
        },
      });
      platform.run('webhooks', 'update', webhook_id, '--url', receiver.url);
      platform.run('webhooks', 'test', webhook_id, '--type', 'idea.created');
      const [topic] = await readAll(platform, 'topics');
      await importRecords(platform, workspace.directory, {
        topics: [
          { ...topic, title: `For ${file}`, title_multiloc: undefined, updated_at: new Date().toISOString() },
        ],
      });
      await expect.poll(receiver.lines, { timeout: 30_000 }).toContain(`topic.updated For ${file}`);
      expect(platform.run('webhooks', 'deliveries', webhook_id)).toContain('204');
    } finally {
      receiver?.stop();
      platform.run('webhooks', 'delete', webhook_id);
    }
  });
}
