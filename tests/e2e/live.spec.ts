import {
  type ApiSession,
  apiSession,
  callApi,
  goTo,
  openLive,
  signIn,
  watch,
  word,
} from '@tests/e2e/support/browser';
import { otherPage, unique } from '@tests/e2e/support/people';
import { decideWithdrawal, firstType } from '@tests/e2e/support/shops';
import { expect, type Locator, type Page, test } from '@tests/e2e/support/test';
import { orderOf } from '@tests/support/order-body';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Withdraw } from '@/contract/ledger/withdraws/schema';
import type { Conversation } from '@/contract/messaging/conversations';
import type { Shop } from '@/contract/shops/schema';

/** Two people in two browsers: a change by one appears on the other's screen within a second. */

/**
 * Median latency of an odd number of updates, in milliseconds: on a busy machine one may be late, most are not. The page itself
 * looks in each frame: an `expect` looks again after up to a second, which would count as latency.
 */
function stopwatch() {
  const delays: number[] = [];
  return {
    comes: async (update: Locator): Promise<void> => {
      const begun = performance.now();
      await update.waitFor();
      delays.push(performance.now() - begun);
    },
    median: () => delays.toSorted((one, other) => one - other)[(delays.length - 1) / 2] ?? Number.NaN,
  };
}

/** One of the owner's shops and its conversation with the administration. */
async function talkOf(owner: ApiSession, place = 0): Promise<{ shop: Shop; talk: Conversation }> {
  const mine = await callApi<Shop[] | { data: Shop[] }>(owner, 'GET', 'my-shops');
  const shop = (Array.isArray(mine) ? mine : mine.data)[place];
  if (!shop) throw new Error('The demo owner has two shops');
  const talk = await callApi<Conversation>(owner, 'POST', 'conversations', { shop_id: shop.id });
  return { shop, talk };
}

const write = async (page: Page, text: string) => {
  const box = page.getByRole('textbox', { name: word('messaging:messages.write') });
  await box.fill(text);
  const kept = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && response.url().includes('/messages/conversations/'),
  );
  await box.press('Enter');
  await kept;
};

const bubbles = (page: Page, mark: string) =>
  page
    .getByRole('region', { name: word('messaging:messages.thread') })
    .getByRole('listitem')
    .filter({ hasText: mark });

test('a message reaches the other side live, in order and once, also after ten seconds offline', async ({
  page,
  browser,
}) => {
  const admin = await signIn(page.context(), 'admin');
  const owner = await apiSession('owner');
  const { talk } = await talkOf(owner);
  const theirs = await otherPage(browser, owner);
  const { problems } = watch(page);
  const { comes, median } = stopwatch();
  const mark = unique();
  await openLive(page, `/message/${talk.id}`);
  await openLive(theirs, `/shop-message/${talk.id}`);

  await write(theirs, `Вопрос ${mark}`);
  await comes(bubbles(page, mark).first());
  await expect(bubbles(page, mark)).toHaveCount(1);
  await write(page, `Ответ ${mark}`);
  await comes(bubbles(theirs, mark).nth(1));
  await expect(bubbles(theirs, mark)).toHaveCount(2);
  // Seen by the person who has it on the screen; the author is notified.
  await comes(bubbles(theirs, `Вопрос ${mark}`).filter({ hasText: word('messaging:messages.seen') }));

  await theirs.context().setOffline(true);
  for (const part of ['раз', 'два', 'три']) {
    const message = { message: `${part} ${mark}` };
    await callApi(admin, 'POST', `messages/conversations/${talk.id}`, message);
  }
  await comes(bubbles(page, mark).nth(4));
  await expect(bubbles(page, mark)).toHaveCount(5);
  await theirs.waitForTimeout(10_000);
  await expect(bubbles(theirs, mark)).toHaveCount(2);
  await theirs.context().setOffline(false);
  await expect(bubbles(theirs, mark)).toHaveCount(5, { timeout: 15_000 });
  await write(theirs, `снова ${mark}`);
  await comes(bubbles(page, mark).nth(5));
  await expect(bubbles(page, mark)).toHaveCount(6);
  const order = ['Вопрос', 'Ответ', 'раз', 'два', 'три', 'снова'].map(
    (part) => new RegExp(`${part} ${mark}`),
  );
  await expect(bubbles(page, mark)).toHaveText(order);
  await expect(bubbles(theirs, mark)).toHaveText(order);
  expect(median()).toBeLessThan(1000);
  expect(problems).toEqual([]);
  await theirs.context().close();
});

test('a decision about a shop reaches the owner’s screen and bell live', async ({ page, browser }) => {
  const { problems } = watch(page);
  const admin = await apiSession('admin');
  const owner = await signIn(page.context(), 'owner');
  // A separate shop: nobody can write to a disabled one.
  const { shop, talk } = await talkOf(owner, 1);
  const theirs = await otherPage(browser, owner);
  const { comes, median } = stopwatch();
  const decide = (isOpen: boolean) =>
    callApi(admin, 'POST', isOpen ? 'approve-shop' : 'disapprove-shop', {
      id: shop.id,
      ...(isOpen ? { admin_commission_rate: 10 } : { reason: 'Проверяем документы' }),
    });
  await openLive(page, `/${shop.slug}/products`);
  await openLive(theirs, `/shop-message/${talk.id}`);
  const state = (key: string) => page.locator('aside').getByText(word(key), { exact: true });
  await expect(state('text-active')).toBeVisible();

  await decide(false);
  await comes(state('text-inactive'));
  await comes(theirs.getByText(word('messaging:messages.closed')));
  await decide(true);
  await comes(state('text-active'));
  const box = theirs.getByRole('textbox', { name: word('messaging:messages.write') });
  await comes(box);
  await page.getByRole('button', { name: /^Уведомления/ }).click();
  await comes(page.getByText(word('messaging:notify-logs.sentences.shop-opened')).first());
  expect(median()).toBeLessThan(1000);
  expect(problems).toEqual([]);
  await theirs.context().close();
});

test('an administrator decides a payout, and the owner’s open page and bell show it', async ({
  page,
  browser,
}) => {
  const { problems } = watch(page);
  const admin = await otherPage(browser, await apiSession('admin'));
  const owner = await signIn(page.context(), 'owner');
  const { shop } = await talkOf(owner);
  const { id } = await callApi<Withdraw>(owner, 'POST', 'withdraws', {
    ...{ shop_id: shop.id, amount: 150, payment_method: 'Банковский перевод' },
  });
  const note = `Акт № ${unique()}`;
  await openLive(page, `/${shop.slug}/withdraws/${id}`);
  await admin.goto(`./withdraws/${id}`);
  const state = page.getByRole('heading', { level: 1 }).locator('..');
  await expect(state).toContainText(word('ledger:withdraws.options.status.pending'));

  await decideWithdrawal(admin, 'on_hold', note);
  await expect(state).toContainText(word('ledger:withdraws.options.status.on_hold'));
  await expect(page.getByRole('main').getByText(note)).toBeVisible();
  await page.getByRole('button', { name: /^Уведомления/ }).click();
  await expect(page.getByText(said('withdraw-on_hold', id))).toBeVisible();

  await decideWithdrawal(admin, 'approved');
  await expect(page.getByText(said('withdraw-approved', id))).toBeVisible();
  await expect(state).toContainText(word('ledger:withdraws.options.status.approved'));
  expect(problems).toEqual([]);
});

/** Sentence of a bell notification about a numbered record. */
const said = (key: string, number: number) => word(`messaging:notify-logs.sentences.${key}`, { number });

test('notices and new orders reach the owner’s screen live', async ({ page }) => {
  const { problems } = watch(page);
  const admin = await apiSession('admin');
  const { comes, median } = stopwatch();
  const owner = await signIn(page.context(), 'owner');
  const customer = await apiSession('customer');
  const { shop } = await talkOf(owner);
  const type_id = await firstType(admin);
  const name = `Живой чай ${unique()}`;
  const product = await callApi<ProductDetails>(admin, 'POST', 'products', {
    name,
    shop_id: shop.id,
    type_id,
    unit: 'шт.',
    status: 'publish',
    product_type: 'simple',
    price: 1200,
    quantity: 5,
    is_taxable: false,
  });
  await openLive(page, `/${shop.slug}/orders`);

  for (const _order of [1, 2, 3]) {
    const number = await placeOrder(customer, product.id);
    await comes(page.getByRole('main').getByText(number).first());
  }

  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  for (const _notice of [1, 2]) {
    const title = `Важно ${unique()}`;
    const notice = await callApi<{ id: number }>(admin, 'POST', 'store-notices', {
      notice: title,
      description: 'Проверьте остатки.',
      priority: 'high',
      type: 'all_vendor',
      effective_from: day(0),
      expired_at: day(3),
    });
    const banner = page.getByRole('complementary').getByRole('link', { name: title });
    await comes(banner);
    await page.getByRole('button', { name: word('button-mark-read') }).click();
    await expect(page.getByRole('link', { name: title })).toBeHidden();
    await callApi(admin, 'DELETE', `store-notices/${notice.id}`);
  }
  expect(median()).toBeLessThan(1000);
  expect(problems).toEqual([]);
});

test('people who edit one product see each other from both of its lists, and nobody sees themselves', async ({
  page,
  browser,
}) => {
  const admin = await signIn(page.context(), 'admin');
  const owner = await apiSession('owner');
  const { shop } = await talkOf(owner);
  const found = await callApi<{ data: ProductDetails[] }>(
    owner,
    'GET',
    `products?shop_id=${shop.id}&search=product_type:simple&limit=1`,
  );
  const [product] = found.data;
  if (!product) throw new Error('The demo owner sells a simple product');
  const name = async (who: ApiSession) => (await callApi<{ name: string }>(who, 'GET', 'me')).name;
  const edits = async (who: ApiSession) => word('form:editors', { count: 1, names: await name(who) });
  const { problems } = watch(page);

  const root = `/products/${product.id}/edit`;
  const inShop = `/${shop.slug}${root}`;
  await openLive(page, root);
  // The same person in the other list is not listed.
  const again = await page.context().newPage();
  await openLive(again, inShop);
  const theirs = await otherPage(browser, owner);
  await openLive(theirs, inShop);
  for (const mine of [page, again]) await expect(mine.getByText(await edits(owner))).toBeVisible();
  await expect(theirs.getByText(await edits(admin))).toBeVisible();
  await expect(page.getByText(await edits(admin))).toBeHidden();

  // One of two windows is closed: its person still has the other.
  await again.close();
  await expect(theirs.getByText(await edits(admin))).toBeVisible();
  await goTo(theirs, `/${shop.slug}/products`);
  await expect(page.getByText(await edits(owner))).toBeHidden();
  expect(problems).toEqual([]);
});

/** A customer buys one piece; returns the number of the shop's part. */
async function placeOrder(customer: ApiSession, productId: number): Promise<string> {
  const body = orderOf([{ product_id: productId, order_quantity: 1 }]);
  const order = await callApi<{ children: { short_number: string }[] }>(customer, 'POST', 'orders', body);
  return order.children[0]?.short_number ?? 'none';
}
