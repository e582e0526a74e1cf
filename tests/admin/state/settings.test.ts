import { describe, expect, it } from 'vitest';
import { useSetSettings, useSettings } from '@/state/settings';
import { renderState } from './render-state';

const open = () => renderState(() => ({ settings: useSettings(), set: useSetSettings() }));

describe('settings (specification §3)', () => {
  it('are USD, en-US and two fraction digits until the server responds', () => {
    expect(open().now.settings).toMatchObject({
      currency: 'USD',
      currencyOptions: { formation: 'en-US', fractions: 2 },
    });
  });

  it('are the response merged over the defaults', () => {
    const page = open();

    page.run(({ set }) => set({ currency: 'RUB', siteTitle: 'Лавка' }));

    expect(page.now.settings).toMatchObject({
      currency: 'RUB',
      siteTitle: 'Лавка',
      timeZone: 'Europe/Moscow',
    });
  });

  it('of another server may lack values or have null where there is a default', () => {
    const page = open();
    const answer: object = {
      currencyOptions: { fractions: 0 },
      siteTitle: null,
      seo: undefined,
      logo: {},
      languages: [],
    };

    page.run(({ set }) => set(answer));

    expect(page.now.settings.currencyOptions).toEqual({ formation: 'en-US', fractions: 0 });
    expect(page.now.settings.siteTitle).toBe('Гостиный двор');
    expect(page.now.settings).toMatchObject({ seo: {}, logo: null, languages: [] });
  });
});
