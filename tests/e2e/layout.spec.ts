import { settled, signIn } from '@tests/e2e/support/browser';
import { expect, type Page, test } from '@tests/e2e/support/test';

/** Layout shifts cause wrong taps: none on a phone may reach 0.1 while a page loads. */
declare global {
  interface Window {
    layoutShifts: number[];
  }
}

async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) window.layoutShifts.push(value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** A line on which the font arrives after the first paint. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const [latency, downloadThroughput, uploadThroughput] = [150, 200_000, 90_000];
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency, downloadThroughput, uploadThroughput },
  });
}

for (const width of [390, 360]) {
  test(`pages do not shift while they load at ${width} px`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(context, 'admin');
    await recordShifts(page);
    await slowDown(page);
    for (const path of ['', 'activity', 'abusive_reports', 'orders', 'settings']) {
      await page.goto(`./${path}`);
      await settled(page);
      const largest = await page.evaluate(() => Math.max(0, ...window.layoutShifts));
      expect(largest, `/${path}`).toBeLessThan(0.1);
    }
  });
}
