import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { storeNotices } from '@/contract/messaging/store-notices';
import { defaultSettings, type Settings } from '@/contract/settings';
import { resourcePage } from '@/crud/resource-page';
import { StoreNoticeForm } from '@/features/messaging/store-notices/store-notice-form';
import { PaymentSettings } from '@/features/settings/payment-settings';
import { useSettings } from '@/state/settings';
import { server } from '../server';
import { api, listenToToasts, renderScreen } from './render-screen';

const Title = () => <output aria-label="title">{useSettings().siteTitle}</output>;

const Notices = resourcePage(storeNotices, { Form: StoreNoticeForm });

it('requires receivers for a notice to chosen vendors and drops them with another type', async () => {
  server.use(
    http.get(api('store-notices/getStoreNoticeType'), () =>
      HttpResponse.json([{ value: 'all_vendor' }, { value: 'specific_vendor' }]),
    ),
    http.get(api('store-notices/getUsersToNotify'), () =>
      HttpResponse.json([{ id: 4, name: 'Иван Мельник' }]),
    ),
  );
  renderScreen(<Notices />, '/store-notices/create');

  const type = await screen.findByRole('combobox', { name: /Кому/ });
  await screen.findByRole('option', { name: 'Выбранным продавцам' });
  await userEvent.selectOptions(type, 'specific_vendor');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Выберите хотя бы одного получателя')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('combobox', { name: /Кто именно/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Иван Мельник' }));
  expect(await screen.findByRole('button', { name: 'Убрать: Иван Мельник' })).toBeInTheDocument();
  await userEvent.selectOptions(type, 'all_vendor');
  await userEvent.selectOptions(type, 'specific_vendor');

  expect(screen.queryByRole('button', { name: 'Убрать: Иван Мельник' })).not.toBeInTheDocument();
});

it('sends only this tab’s keys with the version it saw, and previews a sum', async () => {
  let body: { options?: object; version?: number; language?: string } = {};
  const toasts = listenToToasts();
  const settings: Settings = {
    id: 1,
    language: 'ru',
    version: 3,
    translated_languages: ['ru'],
    options: { ...defaultSettings, currency: 'RUB', currencyOptions: { formation: 'ru-RU', fractions: 2 } },
    created_at: '2026-01-02T10:00:00.000Z',
    updated_at: '2026-01-02T10:00:00.000Z',
  };
  server.use(
    http.get(api('settings'), () => HttpResponse.json(settings)),
    http.post(api('settings'), async ({ request }) => {
      body = (await request.json()) as typeof body;
      return HttpResponse.json({
        ...settings,
        version: 4,
        options: { ...settings.options, siteTitle: 'Ярмарка' },
      });
    }),
  );
  renderScreen(
    <>
      <PaymentSettings />
      <Title />
    </>,
    '/settings/payment',
  );

  await screen.findByRole('heading', { name: 'Настройки' });
  const sample = () => screen.getAllByRole('status')[0]?.textContent?.replace(/\s/g, ' ');
  expect(sample()).toBe('987 456 321,12 ₽');
  await userEvent.clear(screen.getByRole('textbox', { name: /Знаков после запятой/ }));
  await userEvent.type(screen.getByRole('textbox', { name: /Знаков после запятой/ }), '0');
  expect(sample()).toBe('987 456 321 ₽');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  await waitFor(() => expect(toasts).toMatchObject([{ text: 'Изменения сохранены' }]));
  expect(body).toMatchObject({ language: 'ru', version: 3 });
  expect(body.options).toMatchObject({ currencyOptions: { formation: 'ru-RU', fractions: 0 } });
  expect(body.options).not.toHaveProperty('seo');
  // The server's response becomes current everywhere.
  expect(screen.getByRole('status', { name: 'title' })).toHaveTextContent('Ярмарка');
});
