import { apiSession, callApi, settled, signIn, watch, word } from '@tests/e2e/support/browser';
import { unique } from '@tests/e2e/support/people';
import { expect, test } from '@tests/e2e/support/test';
import { couponDecisions } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import { base, placeOrder, server } from './stand-ins';

/** Goods go, the coupon's minimum is no longer reached, and a person decides what becomes of it. */
const text = (key: string, options = {}) => word(`orders:orders.edit.${key}`, options);

for (const decision of couponDecisions)
  test(`a coupon whose minimum an edited order misses: ${decision}`, async ({ page }) => {
    const { problems } = watch(page);
    const admin = await apiSession('admin', server);
    const code = `MIN${unique()}`.toUpperCase();
    await callApi(
      ...([admin, 'POST', 'coupons'] as const),
      {
        ...{ code, type: 'percentage', amount: 10, minimum_cart_amount: 900 },
        ...{ active_from: '2020-01-01T00:00:00.000Z', expire_at: '2040-01-01T00:00:00.000Z' },
      },
      server,
    );
    const order = await placeOrder(500, { coupon_code: code });
    expect(order.discount).toBeGreaterThan(0);
    await signIn(page.context(), 'admin', server);
    await page.goto(`${base}orders/${order.id}`);
    await settled(page);
    await page.getByRole('button', { name: word('orders:orders.details.more') }).click();
    await page.getByRole('menuitem', { name: word('orders:orders.details.edit-lines') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(word('orders:orders.details.quantity')).fill('1');
    const choice = dialog.getByText(text(`coupon.${decision}`), { exact: true });
    await expect(choice).toBeVisible();
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `test-results/payouts/coupon-${decision}-${width}.png` });
    }
    await page.setViewportSize({ width: 1366, height: 900 });
    await choice.click();
    await dialog.getByRole('button', { name: text('save') }).click();
    await expect(dialog).toBeHidden();

    const after = await callApi<OrderDetails>(admin, 'GET', `orders/${order.id}`, undefined, server);
    expect(after.amount).toBe(order.amount / 2);
    expect(after.discount).toBe(decision === 'keep' ? order.discount / 2 : 0);
    expect(problems).toEqual([]);
  });
