import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { onlineGateways } from '@/contract/orders/online';
import { defaultSettings } from '@/contract/settings';
import { CompanySettings } from '@/features/settings/company-settings';
import { EventsSettings } from '@/features/settings/events-settings';
import { GeneralSettings } from '@/features/settings/general-settings';
import { MaintenanceSettings } from '@/features/settings/maintenance-settings';
import { PaymentSettings } from '@/features/settings/payment-settings';
import { SeoSettings } from '@/features/settings/seo-settings';
import { settingsCards } from '@/features/settings/settings-cards';
import { ShopSettings } from '@/features/settings/shop-settings';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const tabs: [page: string, tab: ReactNode][] = [
  ['/settings', <GeneralSettings key="general" />],
  ['/settings/payment', <PaymentSettings key="payment" />],
  ['/settings/seo', <SeoSettings key="seo" />],
  ['/settings/events', <EventsSettings key="events" />],
  ['/settings/shop', <ShopSettings key="shop" />],
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

    const places = settingsCards.filter((card) => card.page === page).flatMap((card) => card.places);
    const ids = places.map(({ id }) => id);
    // One language in this build: nothing to choose.
    const known = ids.filter((id) => id !== 'field-languages');
    expect(known.filter((id) => document.getElementById(id) === null)).toEqual([]);
    const fields = [...document.querySelectorAll('form label[for^="field-"]')].map((label) =>
      String(label.getAttribute('for')),
    );
    expect(fields.filter((id) => !ids.includes(id) && !included.includes(id))).toEqual([]);
  });
});
