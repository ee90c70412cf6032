import { expect, test } from 'vitest';
import { announce, currentMessages, dismiss, notify } from './announcements';

test('a message for screen readers does not replace the one that is shown', () => {
  notify('The person is erased');
  announce('0 people');
  expect(currentMessages()).toMatchObject({
    said: { text: '0 people' },
    shown: { text: 'The person is erased' },
  });
  dismiss();
  expect(currentMessages().shown).toBeUndefined();
  expect(currentMessages().said.text).toBe('0 people');
});
