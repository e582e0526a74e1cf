import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { defaultSettings, type SettingsOptions } from '@/contract/settings';
import { defaultEvents } from '@/contract/settings/event-names';
import { CompanySettings } from '@/features/settings/company-settings';
import { EventsSettings } from '@/features/settings/events-settings';
import { GeneralSettings } from '@/features/settings/general-settings';
import { MaintenanceSettings } from '@/features/settings/maintenance-settings';
import { PaymentSettings } from '@/features/settings/payment-settings';
import { SeoSettings } from '@/features/settings/seo-settings';
import { settingsOptions } from '@/lib/api/first-requests';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';

/** Each tab of the settings shows the stored values and sends only its own keys. */

interface Sent {
  version: number;
  options: Record<string, unknown>;
}

/** Renders a tab over these settings; returns its requests. */
function open(tab: ReactNode, address: string, more: Partial<SettingsOptions> = {}) {
  const sent: Sent[] = [];
  const record = (version: number, options: object) => ({
    id: 1,
    language: 'ru',
    translated_languages: ['ru'],
    version,
    options: { ...defaultSettings, ...options },
  });
  server.use(
    http.get(api('settings'), () => HttpResponse.json(record(5, more))),
    http.post(api('settings'), async ({ request }) => {
      const body = (await request.json()) as Sent;
      sent.push(body);
      return HttpResponse.json(record(6, { ...more, ...body.options }));
    }),
  );
  renderScreen(tab, address);
  return sent;
}

/** Renders its children with the settings as a page without a session reads them. */
function AfterPublicSettings({ children }: { children: ReactNode }) {
  return useQuery(settingsOptions('ru')).data ? children : null;
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

const figure = (caption: string) => screen.getByText(caption).closest('figure') as HTMLElement;

async function firstOf(sent: Sent[]): Promise<Record<string, unknown>> {
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.version).toBe(5);
  return sent[0]?.options ?? {};
}

it('general: the languages that the panel offers, Russian always', async () => {
  const sent = open(<GeneralSettings />, '/settings');

  const group = within(await screen.findByRole('group', { name: 'Языки панели' }));
  expect(group.getByRole('checkbox', { name: 'Русский' })).toBeChecked();
  expect(group.getByRole('checkbox', { name: 'Русский' })).toBeDisabled();
  await userEvent.click(group.getByRole('checkbox', { name: 'Арабский' }));
  await userEvent.click(group.getByRole('checkbox', { name: 'Английский' }));
  await save();

  expect(await firstOf(sent)).toMatchObject({ languages: ['ru', 'en', 'ar'] });
});

it('general: name, sign-in, the time zone; no money', async () => {
  const sent = open(<GeneralSettings />, '/settings');

  const zone = await screen.findByLabelText(/Часовой пояс/);
  expect(zone).toHaveValue('Europe/Moscow');
  // Clicking through four hundred options takes seconds.
  fireEvent.change(zone, { target: { value: 'Asia/Vladivostok' } });
  await userEvent.click(screen.getByRole('switch', { name: /Вход по коду из SMS/ }));
  await save();

  const options = await firstOf(sent);
  expect(options).toMatchObject({ timeZone: 'Asia/Vladivostok', useOtp: false, useMustVerifyEmail: true });
  expect(options).toHaveProperty('favicon');
  for (const key of ['currency', 'seo', 'siteLink', 'useSbp']) expect(options).not.toHaveProperty(key);
});

it('payment: shows methods, the webhook address and a live sample of sums', async () => {
  const sent = open(<PaymentSettings />, '/settings/payment');

  const address = await screen.findByLabelText('Куда банк сообщает об оплате');
  expect(address).toHaveValue('http://localhost/admin/rest/webhooks/sbp');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Скопировать' }));
  expect(await navigator.clipboard.readText()).toBe('http://localhost/admin/rest/webhooks/sbp');
  expect(screen.getByRole('button', { name: 'Скопировано' })).toBeVisible();

  fireEvent.change(screen.getByLabelText(/Валюта/), { target: { value: 'RUB' } });
  await user.selectOptions(screen.getByLabelText(/Как писать суммы/), 'ru-RU');
  expect(screen.getByRole('status')).toHaveTextContent(/987\s456\s321,12\s₽/);
  await user.click(screen.getByRole('switch', { name: /Оплата через СБП/ }));
  expect(screen.queryByLabelText('Куда банк сообщает об оплате')).toBeNull();
  await save();

  expect(await firstOf(sent)).toEqual({
    useCashOnDelivery: true,
    useSbp: false,
    // Those that nobody takes here keep what they had.
    useOnlineCard: true,
    useSberpay: true,
    useTpay: true,
    onlineName: 'STRIPE',
    captureAt: 'payment',
    receiptsFrom: null,
    markCodesRequired: false,
    currency: 'RUB',
    unpaidOnlineMinutes: 30,
    unpaidPickupHours: 72,
    currencyOptions: { formation: 'ru-RU', fractions: 2 },
  });
});

it('payment: names what fast payments lack while they are enabled', async () => {
  open(<PaymentSettings />, '/settings/payment', { useSbp: true, onlineGateways: [] });

  expect(await screen.findByText(/на сервере нет ключей ЮKassa .* и SBP_SECRET/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Состояние сервисов' })).toHaveAttribute(
    'href',
    expect.stringContaining('/settings/services'),
  );
  await userEvent.click(screen.getByRole('switch', { name: /Оплата через СБП/ }));
  expect(screen.queryByText(/SBP_SECRET/)).toBeNull();
});

it('search: shows a live preview with text lengths', async () => {
  const sent = open(<SeoSettings />, '/settings/seo', { seo: { metaTitle: 'Маркетплейс' } });

  const title = await screen.findByLabelText(/Заголовок для поиска/);
  expect(title).toHaveValue('Маркетплейс');
  const found = figure('Так сайт выглядит в поиске');
  expect(found).toHaveTextContent('Гостиный двор | Маркетплейс');
  await userEvent.type(title, ' мастеров');
  expect(found).toHaveTextContent('Гостиный двор | Маркетплейс мастеров');
  expect(screen.getByText('20 знаков из 60')).toBeVisible();
  const card = figure('Так выглядит ссылка на сайт');
  await userEvent.type(screen.getByLabelText(/Заголовок ссылки/), 'Ярмарка');
  expect(card).toHaveTextContent('Ярмарка');
  await userEvent.type(screen.getByLabelText(/Имя в X/), 'плохое имя');
  await save();
  expect(await screen.findByText(/до 15 латинских букв/)).toBeVisible();
  await userEvent.clear(screen.getByLabelText(/Имя в X/));
  await userEvent.type(screen.getByLabelText(/Имя в X/), 'gostiny');
  await save();

  expect(await firstOf(sent)).toMatchObject({
    seo: { metaTitle: 'Маркетплейс мастеров', ogTitle: 'Ярмарка', twitterHandle: '@gostiny' },
  });
});

it('events: shows a grid of switches by event and receiver', async () => {
  const sent = open(<EventsSettings />, '/settings/events');

  const [mail, sms] = await screen.findAllByRole('table');
  if (!mail || !sms) throw new Error('Two tables');
  const lever = (table: HTMLElement, name: string) => within(table).getByRole('switch', { name });
  expect(lever(mail, 'Оплата заказа: Покупателям')).toBeChecked();
  expect(lever(mail, 'Оплата заказа: Администраторам')).not.toBeChecked();
  expect(within(mail).queryByRole('switch', { name: 'Новый отзыв: Покупателям' })).toBeNull();
  expect(within(sms).queryByRole('switch', { name: /Новый отзыв/ })).toBeNull();
  await userEvent.click(lever(mail, 'Оплата заказа: Покупателям'));
  await userEvent.click(lever(sms, 'Возврат денег: Магазинам'));
  await userEvent.click(screen.getByRole('switch', { name: 'Объявления' }));
  await save();

  const { emailEvent, smsEvent, pushNotification } = defaultEvents;
  expect(await firstOf(sent)).toEqual({
    emailEvent: { ...emailEvent, customer: { ...emailEvent.customer, paymentOrder: false } },
    smsEvent: { ...smsEvent, vendor: { ...smsEvent.vendor, refundOrder: true } },
    pushNotification: { all: { ...pushNotification.all, storeNotice: false } },
  });
});

describe('maintenance', () => {
  it('requires dates and texts when it is switched on', async () => {
    const sent = open(<MaintenanceSettings />, '/settings/maintenance');

    await userEvent.click(await screen.findByRole('switch', { name: /Предупреждать о работах/ }));
    await save();
    expect(await screen.findByText('Укажите начало')).toBeVisible();
    await userEvent.type(screen.getByLabelText(/Начало/), '12.03.2030 04:00');
    await userEvent.type(screen.getByLabelText(/Окончание/), '12.03.2030 06:00');
    await userEvent.type(screen.getByLabelText(/Заголовок/), 'Обновляем базу');
    await userEvent.type(screen.getByLabelText(/Пояснение/), 'Заказы примем позже.');
    await save();

    expect(await firstOf(sent)).toEqual({
      isUnderMaintenance: true,
      maintenance: {
        title: 'Обновляем базу',
        description: 'Заказы примем позже.',
        image: null,
        start: '2030-03-12T01:00:00.000Z',
        until: '2030-03-12T03:00:00.000Z',
      },
    });
  });
});

describe('company', () => {
  it('is optional: only the footer is sent', async () => {
    const sent = open(<CompanySettings />, '/settings/company-information');

    await userEvent.type(await screen.findByLabelText(/Строка об авторских правах/), 'Все права защищены');
    // What may stay empty has no star.
    expect(document.querySelectorAll('[aria-required]')).toHaveLength(0);
    await save();

    expect(await firstOf(sent)).toEqual({
      contactDetails: null,
      companyRequisites: null,
      siteLink: '',
      copyrightText: 'Все права защищены',
      externalText: '',
      externalLink: '',
    });
  });

  it('shows the bank, which the public settings of the first request do not contain', async () => {
    const requisites = { inn: '7710123465', bic: '044525225' };
    open(
      <AfterPublicSettings>
        <CompanySettings />
      </AfterPublicSettings>,
      '/settings/company-information',
      { companyRequisites: requisites },
    );
    const settings = { ...defaultSettings, companyRequisites: { inn: requisites.inn } };
    server.use(
      http.get(api('settings'), () => HttpResponse.json({ id: 1, version: 5, options: settings }), {
        once: true,
      }),
    );

    expect(await screen.findByLabelText(/^БИК/)).toHaveValue(requisites.bic);
  });

  it('requires complete contacts once they are begun', async () => {
    const sent = open(<CompanySettings />, '/settings/company-information');

    await userEvent.type(await screen.findByLabelText(/Телефон/), '9001234567');
    expect(screen.getByLabelText(/^Сайт/)).toBeRequired();
    expect(screen.getByLabelText(/^ИНН/)).not.toBeRequired();
    server.use(
      http.get(api('suggest/address'), () =>
        HttpResponse.json([
          {
            value: '109012, г Москва, ул Ильинка, д 4',
            country: 'Россия',
            state: 'Москва',
            city: 'Москва',
            zip: '109012',
            street_address: 'ул Ильинка, д 4',
            lat: 55.75,
            lng: 37.62,
          },
        ]),
      ),
    );
    await userEvent.type(screen.getByLabelText('Найти адрес'), 'Ильинка');
    await userEvent.click(await screen.findByRole('option', { name: /Ильинка/ }));
    expect(screen.getByLabelText(/^Город/)).toHaveValue('Москва');
    await save();
    expect(await screen.findByText('Укажите сайт')).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.type(screen.getByLabelText(/^Сайт/), 'gostiny.ru');
    await userEvent.type(screen.getByLabelText(/^Почта \*|^Почта$/), 'hello@gostiny.ru');
    await save();

    expect(await firstOf(sent)).toMatchObject({
      contactDetails: {
        contact: '+7 (900) 123-45-67',
        website: 'gostiny.ru',
        emailAddress: 'hello@gostiny.ru',
        location: { zip: '109012', formattedAddress: '109012, Россия, Москва, ул Ильинка, д 4' },
      },
    });
  });
});

it('a tab offers its unsaved input at the next visit, and no other tab does', async () => {
  open(<SeoSettings />, '/settings/seo');
  await userEvent.type(await screen.findByLabelText(/^Заголовок для поиска/), ' и чай');
  await screen.findByText(/^Черновик сохранён/);
  cleanup();

  open(<GeneralSettings />, '/settings');
  await screen.findByLabelText(/Часовой пояс/);
  expect(screen.queryByRole('button', { name: /^Восстановить черновик/ })).toBeNull();
  cleanup();

  const sent = open(<SeoSettings />, '/settings/seo');
  await userEvent.click(await screen.findByRole('button', { name: /^Восстановить черновик/ }));
  expect(screen.getByLabelText(/^Заголовок для поиска/)).toHaveDisplayValue(/ и чай$/);
  await save();
  await firstOf(sent);
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
});

it('a tab that somebody else saved meanwhile shows both versions', async () => {
  open(<SeoSettings />, '/settings/seo', { seo: { metaTitle: 'Было' } });
  server.use(
    http.post(api('settings'), () =>
      HttpResponse.json(
        {
          message: 'CONFLICT',
          request_id: 'x',
          current: {
            id: 1,
            language: 'ru',
            translated_languages: ['ru'],
            version: 7,
            options: { ...defaultSettings, seo: { metaTitle: 'Чужое' } },
          },
        },
        { status: 409 },
      ),
    ),
  );

  await userEvent.type(await screen.findByLabelText(/Заголовок для поиска/), ' моё');
  await save();

  expect(await screen.findByText('Чужое')).toBeVisible();
  expect(screen.getByText('Было моё')).toBeVisible();
});
