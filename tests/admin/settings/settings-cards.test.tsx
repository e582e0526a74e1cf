import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { onlineGateways } from '@/contract/orders/online';
import { defaultSettings } from '@/contract/settings';
import { defaultVendorFile } from '@/contract/shops/vendor-file';
import { CompanySettings } from '@/features/settings/company-settings';
import { EventsSettings } from '@/features/settings/events-settings';
import { GeneralSettings } from '@/features/settings/general-settings';
import { MaintenanceSettings } from '@/features/settings/maintenance-settings';
import { PaymentSettings } from '@/features/settings/payment-settings';
import { SeoSettings } from '@/features/settings/seo-settings';
import { settingsCards } from '@/features/settings/settings-cards';
import { partOf, shopParts } from '@/features/settings/shop-parts';
import { ShopSettings } from '@/features/settings/shop-settings';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const tabs: [page: string, tab: ReactNode][] = [
  ['/settings', <GeneralSettings key="general" />],
  ['/settings/payment', <PaymentSettings key="payment" />],
  ['/settings/seo', <SeoSettings key="seo" />],
  ['/settings/events', <EventsSettings key="events" />],
  ...shopParts.map((part): [string, ReactNode] => [
    `/settings/shop?part=${part}`,
    <ShopSettings key={part} />,
  ]),
  ['/settings/maintenance', <MaintenanceSettings key="maintenance" />],
  ['/settings/company-information', <CompanySettings key="company" />],
];

/** Inputs that a setting found by the search includes. */
const included = [
  'field-companyRequisites.legal_form',
  'field-companyRequisites.kpp',
  'field-companyRequisites.ogrn',
];

it('every card names a title and a text that exist, or no text', () => {
  const keys = settingsCards.flatMap(({ title, text }) => (text === undefined ? [title] : [title, text]));
  expect(keys.filter((key) => !i18next.exists(key))).toEqual([]);
});

describe.each(tabs)('the settings at %s', (page, tab) => {
  it('have every place that the search leads to, and no field that it does not know', async () => {
    // With acquirers that take each way to pay.
    const options = { ...defaultSettings, onlineGateways };
    server.use(
      http.get(api('settings'), () =>
        HttpResponse.json({ id: 1, language: 'ru', translated_languages: ['ru'], version: 1, options }),
      ),
    );
    renderScreen(tab, page);
    await screen.findByRole('button', { name: 'Сохранить' });

    const [path, part] = page.split('?part=');
    const places = settingsCards.filter((card) => card.page === path).flatMap((card) => card.places);
    // The search leads to a part of the shop's settings by the hash.
    const ids = places
      .map(({ id }) => id)
      .filter((id) => part === undefined || partOf(undefined, id) === part);
    // One language in this build: nothing to choose.
    const known = ids.filter((id) => id !== 'field-languages');
    expect(known.filter((id) => document.getElementById(id) === null)).toEqual([]);
    const fields = [...document.querySelectorAll('form label[for^="field-"]')].map((label) =>
      String(label.getAttribute('for')),
    );
    expect(fields.filter((id) => !ids.includes(id) && !included.includes(id))).toEqual([]);
    if (part) expect(fields.length).toBeLessThanOrEqual(15);
  });
});

describe('papers of vendors', () => {
  it('are one kind at a time, at most fifteen fields, and a kind with an error comes forward', async () => {
    const options = { ...defaultSettings, vendorFile: defaultVendorFile };
    server.use(
      http.get(api('settings'), () =>
        HttpResponse.json({ id: 1, language: 'ru', translated_languages: ['ru'], version: 1, options }),
      ),
    );
    renderScreen(<ShopSettings />, '/settings/shop?part=papers');

    await screen.findByRole('button', { name: 'Самозанятый' });
    const fields = () => document.querySelectorAll('form label[for^="field-"]').length;
    expect(fields()).toBe(15);
    await userEvent.click(screen.getByRole('button', { name: 'Самозанятый' }));
    expect(fields()).toBe(6);
    await userEvent.click(screen.getByRole('button', { name: 'Добавить документ' }));
    await userEvent.click(screen.getByRole('button', { name: 'Организация' }));
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Укажите название')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Самозанятый' })).toHaveAttribute('aria-pressed', 'true');
  });
});

it('a setting of another part is shown where its hash leads', () => {
  expect(partOf(undefined, 'field-shippingClass')).toBe('delivery');
  expect(partOf('papers', 'field-refundDays')).toBe('returns');
  expect(partOf('papers', '')).toBe('papers');
  expect(partOf('nonsense', '')).toBe('goods');
});
