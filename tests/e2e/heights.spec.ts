import { settled, signIn } from '@tests/e2e/support/browser';
import { expect, test } from '@tests/e2e/support/test';
import { shopParts } from '@/features/settings/shop-parts';

/** How far a page goes, in CSS pixels of a desktop window. */
const heightOf = () =>
  Math.max(
    document.documentElement.scrollHeight,
    ...[...document.querySelectorAll('main')].map(({ scrollHeight }) => scrollHeight),
  );

for (const slug of ['chaynaya-lavka-sokolova', 'goncharnaya-sloboda']) {
  test(`the page of the shop ${slug} goes no further than 1,600 px`, async ({ page }) => {
    await signIn(page.context(), 'admin');
    await page.goto(`./${slug}`);
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(heightOf)).toBeLessThanOrEqual(1600);
  });
}

for (const part of shopParts) {
  test(`the settings of shops, page ${part}, have at most fifteen fields and 1,600 px`, async ({ page }) => {
    await signIn(page.context(), 'admin');
    await page.goto(`./settings/shop?part=${part}`);
    await settled(page);
    const fields = page.locator('form label[for^="field-"]');
    await expect(fields.first()).toBeVisible();
    expect(await fields.count()).toBeLessThanOrEqual(15);
    expect(await page.evaluate(heightOf)).toBeLessThanOrEqual(1600);
  });
}
