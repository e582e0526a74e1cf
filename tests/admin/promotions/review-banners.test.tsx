import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { reviewBanners } from '@/contract/promotions/review-banners';
import type { ReviewBanner } from '@/contract/promotions/review-banners/schema';
import { resourcePage } from '@/crud/resource-page';
import { ReviewBannerDetails } from '@/features/promotions/review-banners/review-banner-details';
import { api, listenToToasts, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const Page = resourcePage(reviewBanners, { Details: ReviewBannerDetails });

const buildBanner = (more: Partial<ReviewBanner> = {}): ReviewBanner => ({
  id: 7,
  version: 3,
  title: 'Зимние купажи',
  description: 'Апельсин и корица',
  image: { id: 1, original: '/admin/rest/uploads/wide.png', thumbnail: '/admin/rest/uploads/wide.webp' },
  mobile_image: null,
  url: 'gostiny.ru/tea',
  place: 'home_top',
  shop_id: 4,
  shop: { id: 4, name: 'Чайная лавка', slug: 'chay' },
  start_date: '2026-03-10T09:00:00.000Z',
  end_date: null,
  advertiser: 'ИП Соколов',
  advertiser_inn: '502099881120',
  erid: '2Vtzq1',
  status: 'pending',
  reject_reason: null,
  advertising_banner_id: null,
  decided_at: null,
  created_at: '2026-03-09T09:00:00.000Z',
  updated_at: '2026-03-09T09:00:00.000Z',
  ...more,
});

/** Details of a stored banner; decisions are recorded. */
function open(first: Partial<ReviewBanner> = {}, role = 'super_admin') {
  let banner = buildBanner(first);
  const sent: unknown[] = [];
  const decide = (verb: string, change: Partial<ReviewBanner>) =>
    http.post(api(`${verb}-review-banner`), async ({ request }) => {
      sent.push(await request.json());
      banner = { ...banner, ...change, version: banner.version + 1 };
      return HttpResponse.json(banner);
    });
  server.use(
    http.get(api('review-banners/7'), () => HttpResponse.json(banner)),
    decide('approve', { status: 'approved', advertising_banner_id: 12 }),
    decide('disapprove', { status: 'rejected', reject_reason: 'Картинка размыта' }),
  );
  const { showError } = renderScreen(<Page />, '/review-banners/7', { role });
  return { sent, showError };
}

const button = (name: string) => screen.findByRole('button', { name });

describe('a submitted banner', () => {
  it('is shown as customers will see it, with its shop, dates and the advertising mark', async () => {
    open();

    const [wide, phone] = await screen.findAllByRole('img', { name: /Зимние купажи/ });
    expect(wide).toHaveAttribute('src', '/admin/rest/uploads/wide.png');
    expect(phone).toHaveAttribute('src', '/admin/rest/uploads/wide.png');
    expect(screen.getByText(/Картинки для телефона нет/)).toBeVisible();
    expect(screen.getAllByText('Реклама · ИП Соколов · ИНН 502099881120 · erid: 2Vtzq1')).toHaveLength(2);
    expect(screen.getByText('Чайная лавка')).toBeVisible();
    expect(screen.getByText('Главная, сверху')).toBeVisible();
    expect(screen.getByText('10.03.2026, 12:00')).toBeVisible();
    expect(screen.getByRole('link', { name: 'gostiny.ru/tea' })).toHaveAttribute(
      'href',
      'https://gostiny.ru/tea',
    );
    expect(screen.getByText('Ждёт проверки')).toBeVisible();
  });

  it('is approved with the version that was shown, and links to its advertising banner', async () => {
    const toasts = listenToToasts();
    const { sent } = open();

    await userEvent.click(await button('Одобрить'));

    const link = await screen.findByRole('link', { name: 'Открыть рекламный баннер' });
    expect(link).toHaveAttribute('href', '/advertising-banners/12/edit');
    expect(sent).toEqual([{ id: 7, version: 3 }]);
    expect(toasts.map(({ text }) => text)).toEqual(['Баннер одобрен']);
    expect(screen.getByText('Одобрен')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Изменить' })).toBeNull();
  });

  it('requires the token and reports it at the field when missing', async () => {
    const { sent } = open({ erid: null });
    server.use(
      http.post(
        api('approve-review-banner'),
        () =>
          HttpResponse.json(
            { message: 'VALIDATION_FAILED', errors: { erid: ['error-erid-required'] }, request_id: 'r' },
            { status: 422 },
          ),
        { once: true },
      ),
    );

    await userEvent.click(await button('Одобрить'));
    const field = screen.getByLabelText(/Токен erid/);
    await waitFor(() => expect(field).toHaveAttribute('aria-invalid', 'true'));
    expect(field).toHaveAccessibleDescription(/без токена erid показывать нельзя/);
    await userEvent.type(field, ' 2VtzqNew ');
    await userEvent.click(await button('Одобрить'));

    await waitFor(() => expect(sent).toEqual([{ id: 7, version: 3, erid: '2VtzqNew' }]));
  });

  it('is rejected only with a reason', async () => {
    const { sent } = open();

    await userEvent.click(await button('Отклонить'));
    const field = await screen.findByLabelText(/Причина отказа/);
    expect(field).toHaveFocus();
    await userEvent.click(await button('Отклонить с этой причиной'));
    expect(field).toHaveAccessibleDescription(/Напишите причину/);
    expect(sent).toEqual([]);
    await userEvent.type(field, 'Картинка размыта');
    await userEvent.click(await button('Отклонить с этой причиной'));

    expect(await screen.findByText(/Магазин может исправить его/)).toBeVisible();
    expect(sent).toEqual([{ id: 7, version: 3, reason: 'Картинка размыта' }]);
    expect(screen.getByText('Картинка размыта')).toBeVisible();
  });

  it('shows the newer version when the vendor has changed it meanwhile', async () => {
    const { showError } = open();
    server.use(
      http.post(api('approve-review-banner'), () =>
        HttpResponse.json({ message: 'CONFLICT', request_id: 'r', current: {} }, { status: 409 }),
      ),
    );
    const approve = await button('Одобрить');
    server.use(
      http.get(api('review-banners/7'), () => HttpResponse.json(buildBanner({ version: 4, title: 'Иные' }))),
    );

    await userEvent.click(approve);

    expect(await screen.findByRole('heading', { level: 1, name: 'Иные' })).toBeVisible();
    expect(showError.mock.calls.map(([{ code }]) => code)).toEqual(['CONFLICT']);
  });

  it('goes back without deciding', async () => {
    const { sent } = open();

    await userEvent.click(await button('Отклонить'));
    await userEvent.click(await button('Отмена'));

    expect(await button('Одобрить')).toBeVisible();
    expect(screen.queryByLabelText(/Причина отказа/)).toBeNull();
    expect(sent).toEqual([]);
  });
});

it('opens from its row for a decision, and is edited from its menu', async () => {
  server.use(http.get(api('review-banners'), () => HttpResponse.json(pageOf([buildBanner()]))));
  renderScreen(<Page />, '/review-banners');

  const row = (await screen.findByText('Зимние купажи')).closest('tr');
  expect(row).not.toBeNull();
  const inRow = within(row as HTMLElement);
  expect(inRow.getByRole('link', { name: 'Зимние купажи' })).toHaveAttribute('href', '/review-banners/7');
  expect(inRow.getByText('Чайная лавка')).toBeVisible();
  expect(inRow.getByText('Ждёт проверки')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Предложить баннер' })).toBeNull();
});
