import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../../portal/e2e/browser/accessibility';
import { de } from '../messages/de';
import { en } from '../messages/en';
import { fr } from '../messages/fr';
import { nl } from '../messages/nl';
import { expectNoOverflow } from './accessibility';
import { englishTextsOf } from './englishTexts';
import { screens } from './screens';
import { expect, test } from './test';

const translations = [
  { language: 'nl', locale: 'nl-BE', messages: nl },
  { language: 'fr', locale: 'fr-BE', messages: fr },
  { language: 'de', locale: 'de-DE', messages: de },
];

/** The colours do not depend on the language; `screens.spec.ts` measures their contrast. */
const violationsOf = (page: Page) => accessibilityViolations(page, { without: ['color-contrast'] });

/** Two tests for each language, so that they run at the same time. */
const halves = [screens.filter((_, index) => index % 2 === 0), screens.filter((_, index) => index % 2 === 1)];

for (const { language, locale, messages } of translations) {
  test.describe(`in ${language}`, () => {
    test.use({ locale });

    for (const half of halves) {
      const names = half.map(({ name }) => name).join(', ');
      test(`no English texts, room on phones, accessible: ${names}`, async ({ page, open }) => {
        for (const { name, path } of half) {
          await test.step(name, async () => {
            await page.setViewportSize({ width: 1440, height: 900 });
            await open(path);
            await expect(page.locator('.skeleton')).toHaveCount(0);
            expect.soft(await englishTextsOf(page, messages), name).toEqual([]);
            for (const width of [390, 320]) {
              await page.setViewportSize({ width, height: 844 });
              await expectNoOverflow(page);
            }
            expect.soft(await violationsOf(page), name).toEqual([]);
          });
        }
        await expect(page.locator('html')).toHaveAttribute('lang', language);
      });
    }

    test('the sign-in has no English texts', async ({ page, consoleUrl }) => {
      await page.goto(consoleUrl);
      await expect(page.getByRole('heading', { name: messages.signIn.signInToConsole })).toBeVisible();
      await expect(page).toHaveTitle(messages.signIn.windowTitle);
      expect(await englishTextsOf(page, messages)).toEqual([]);
      expect(await violationsOf(page)).toEqual([]);
    });
  });
}

test('the language is chosen on the sign-in card, and is stored', async ({ page, consoleUrl }) => {
  await page.goto(consoleUrl);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const choice = page.getByLabel(en.shell.language);
  await expect(choice.getByRole('option')).toHaveText(['English', 'Nederlands', 'Français', 'Deutsch']);
  await choice.selectOption('Deutsch');
  await expect(page.getByRole('button', { name: de.signIn.signIn })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(de.shell.language)).toHaveValue('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('the language is changed in the account area', async ({ page, open }) => {
  await open('/administrators');
  await page.getByLabel(en.shell.language).selectOption('Français');
  await expect(page.getByRole('heading', { level: 1, name: fr.navigation.administrators })).toBeVisible();
  await expect(page).toHaveTitle('Administrateurs · Console Folkmoot');
  await page.getByLabel(fr.shell.language).selectOption('English');
  await expect(page.getByRole('heading', { level: 1, name: en.navigation.administrators })).toBeVisible();
});

test('the language is changed although storage is denied', async ({ page, open }) => {
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.assign(Storage.prototype, { getItem: deny, setItem: deny, removeItem: deny });
  });
  await open('/settings');
  await page.getByLabel(en.shell.language).selectOption('Nederlands');
  await expect(page.getByRole('heading', { level: 1, name: nl.navigation.settings })).toBeVisible();
  await page.getByRole('link', { name: nl.navigation.people }).click();
  await expect(page.getByRole('heading', { level: 1, name: nl.navigation.people })).toBeVisible();
});

test('a page with unsaved input asks before the language changes', async ({ page, open }) => {
  await open('/webhooks/new');
  // Browsers ask only after an action of a person.
  await page.getByLabel('URL').click();
  await page.keyboard.type('https://hooks.example');
  const kinds: string[] = [];
  page.on('dialog', (dialog) => {
    kinds.push(dialog.type());
    void dialog.dismiss();
  });
  await page.getByLabel(en.shell.language).selectOption('Deutsch');
  await expect.poll(() => kinds).toEqual(['beforeunload']);
  await expect(page.getByLabel('URL')).toHaveValue('https://hooks.example');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('numbers, sizes, dates and times are German', async ({ page, open, fake }) => {
    await open('/data');
    await expect(page.locator('.facts').first()).toContainText(/\d\.\d{3}/);
    await expect(page.getByText(/^\d+,\d (MB|GB)$/).first()).toBeVisible();
    await expect(page.getByText(/^\d{2}\.\d{2}\.2026, \d{2}:\d{2}$/).first()).toBeVisible();
    await open('/administrators');
    await expect(page.getByText(/^vor \d+ (Minuten|Stunden|Tagen)$/).first()).toBeVisible();
    fake.fail('GET', /^\/settings$/, { title: 'Unavailable', detail: 'The database is down.', status: 503 });
    await open('/settings');
    await expect(page.getByRole('alert').getByText('The database is down.')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('button', { name: de.shared.retry })).toBeVisible();
  });
});

test('without its messages, the console is in English', async ({ page, consoleUrl }) => {
  await page.goto(consoleUrl);
  await page.route(/translation_de/, (route) => route.abort());
  await page.getByLabel(en.shell.language).selectOption('Deutsch');
  await expect(page.getByRole('button', { name: en.signIn.signIn })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
