import { DefaultSettings, TaskUtils } from '@microsoft/powerquery-parser';
import { expect, test } from '@playwright/test';
import { blocksOf, guides } from '../e2e/support/guides';

const blocks = guides.flatMap((guide) =>
  blocksOf(guide)
    .filter(({ language }) => language === 'powerquery')
    .map(({ code }) => ({ guide, code })),
);

test('the Power Query code of the guides can be parsed', async () => {
  expect(blocks.length).toBeGreaterThan(3);
  for (const { guide, code } of blocks) {
    const task = await TaskUtils.tryLexParse(DefaultSettings, code);
    expect(TaskUtils.isParseStageOk(task), `${guide}: ${code}`).toBe(true);
  }
});

test('invalid Power Query code is rejected', async () => {
  const task = await TaskUtils.tryLexParse(DefaultSettings, 'let Source = ReadAll("ideas" in Source');
  expect(TaskUtils.isParseStageOk(task)).toBe(false);
});
