import { expect, test } from './test';

test('the skip link, the navigation and the heading follow in a logical order', async ({ page, open }) => {
  await open('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.getByRole('link', { name: 'Settings', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: /^Settings$/ })).toBeAttached();
});

for (const path of ['/clients/new', '/clients', '/embed?show=ideas']) {
  test(`every control of ${path} that has the focus shows it`, async ({ page, open }) => {
    await open(path);
    await expect(page.locator('.skeleton')).toHaveCount(0);
    const seen = new Set<string>();
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return undefined;
        const shown = [element, ...(element.closest('label') ? [element.closest('label')] : [])] as Element[];
        const box = element.closest('.checkbox')?.querySelector('.checkbox-box');
        if (box) shown.push(box);
        // The browser marks the part of a date that has the focus; the page in a frame shows its own.
        const isVisible =
          element.matches('[type=date], iframe') ||
          shown.some((each) => getComputedStyle(each).outlineStyle !== 'none');
        return { html: element.outerHTML.slice(0, 160), isVisible };
      });
      if (!focused) break;
      seen.add(focused.html);
      expect(focused.isVisible, focused.html).toBe(true);
    }
    expect(seen.size).toBeGreaterThan(15);
  });
}

test('a dialog traps the focus, closes with Escape and returns the focus', async ({ page, open }) => {
  await open('/');
  const opener = page.getByRole('button', { name: 'Turn off…' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  for (const name of ['Turn off', 'Cancel', 'Turn off']) {
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('the menu of a phone opens and closes with keys', async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/');
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Clients', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
});

test('a client is created with keys alone', async ({ page, open, fake }) => {
  await open('/clients/new');
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.type('Keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Purpose');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'On a server' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Public' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Anonymous' })).toBeChecked();
  await page.getByRole('button', { name: 'Create client' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Keyboard is ready' })).toBeFocused();
  expect(fake.state.clients[0]).toMatchObject({
    name: 'Keyboard',
    access: 'anonymous',
    registration: { purpose: 'Purpose' },
  });
});

test('a key is made and its snippet chosen with keys alone', async ({ page, open, fake }) => {
  await open('/embed');
  await page.getByRole('textbox', { name: 'Website' }).focus();
  await page.keyboard.type('https://keys.example');
  await expect(page.getByRole('button', { name: 'Make a key for keys.example' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'keys.example' })).toBeVisible();
  expect(fake.state.clients[0]).toMatchObject({ origins: ['https://keys.example'] });
  await page.getByRole('radio', { name: 'Element' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('pre')).toContainText('<iframe');
});
