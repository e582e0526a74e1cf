import type { CDPSession, Page } from '@playwright/test';

/** The emulation ends with its session, so a page keeps one open. */
const sessions = new WeakMap<Page, CDPSession>();

/** Whether the page treats its pointer as touch. */
export async function touch(page: Page, enabled: boolean): Promise<void> {
  const devtools = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, devtools);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled });
}

/** Touch targets smaller than 40 px (rules/panel: a finger hits every control). */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 39.5;
    const controls =
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="switch"]';
    /** Its own box, or the one that is tapped instead: its label, or a part that extends beyond its icon. */
    const sizeOf = (control: Element) => {
      const boxes = [control, control.closest('label')].map((one) => one?.getBoundingClientRect());
      const parts = ['::before', '::after'].map((part) => getComputedStyle(control, part));
      const beyond = parts.filter(({ content, position }) => content !== 'none' && position === 'absolute');
      const sizes = [
        ...boxes,
        ...beyond.map(({ width, height }) => ({ width: parseFloat(width), height: parseFloat(height) })),
      ];
      const most = (side: 'width' | 'height') => Math.max(...sizes.map((size) => size?.[side] || 0));
      return { width: most('width'), height: most('height') };
    };
    const isTapped = (control: Element) =>
      control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !control.matches(':disabled, .skip-link') &&
      !control.closest('.sr-only, [aria-hidden="true"]') &&
      control.getBoundingClientRect().width > 1;
    /** A link within a text, and one of a row, which opens wherever it is tapped. */
    const isAmidText = (control: Element) =>
      (getComputedStyle(control).display === 'inline' &&
        (control.parentElement?.textContent ?? '').trim().length >
          (control.textContent ?? '').trim().length + 3) ||
      (control.matches('a') && control.closest('li[tabindex], tr[tabindex]') !== null);
    return [...document.querySelectorAll(controls)].flatMap((control) => {
      if (!isTapped(control) || isAmidText(control)) return [];
      const { width, height } = sizeOf(control);
      // A link is as wide as its word.
      if (height >= least && (width >= least || control.matches('a'))) return [];
      const name = control.getAttribute('aria-label') ?? control.textContent;
      return [
        `too small for a finger, ${Math.round(width)} × ${Math.round(height)}: ${control.tagName} «${name?.trim()}»`,
      ];
    });
  });
}
