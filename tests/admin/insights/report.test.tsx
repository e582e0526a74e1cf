import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
// Preloaded: loading during a test may exceed its timeout on a busy machine.
import '@/shell/dialogs/dialog-frame';
import '@/components/dialog/confirm-dialog';
import { expect, it } from 'vitest';
import { tags } from '@/contract/catalogue/tags';
import type { SavedReport } from '@/contract/insights/saved-reports';
import { resourcePage } from '@/crud/resource-page';
import { ReportPage } from '@/features/insights/reports/report-page';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, buildTag, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const Tags = resourcePage(tags);

const report: SavedReport = {
  id: 4,
  version: 1,
  family: 'tags',
  shop: null,
  name: 'Метки',
  list: { query: {}, columns: ['name'], address: '/tags', language: 'ru' },
  period: null,
  period_key: null,
  format: 'xlsx',
  schedule: 'none',
  hour: 9,
  receivers: [],
  next_at: null,
  last_run: null,
};

it('opens a report that was saved from a list in the default language, whatever the panel speaks', async () => {
  const sent: object[] = [];
  server.use(
    http.get(api('tags'), () => HttpResponse.json(pageOf([buildTag(1)]))),
    http.post(api('saved-reports'), async ({ request }) => {
      const body = (await request.json()) as { name: string };
      sent.push(body);
      return body.name === ''
        ? HttpResponse.json(
            { message: 'VALIDATION_FAILED', errors: { name: ['error-name-required'] } },
            { status: 422 },
          )
        : HttpResponse.json(report, { status: 201 });
    }),
  );
  const { visits } = renderScreen(
    <>
      <Tags />
      <ModalHost />
    </>,
    '/tags',
    { locale: 'en' },
  );

  await userEvent.click(await screen.findByRole('button', { name: 'Сохранить как отчёт' }));
  const dialog = within(await screen.findByRole('dialog'));
  const name = await dialog.findByLabelText(/Название/);
  expect(name).toHaveValue('Метки');
  await userEvent.clear(name);
  await userEvent.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(await dialog.findByText('Укажите название')).toBeVisible();
  await userEvent.type(name, 'Метки недели');
  await userEvent.click(dialog.getByRole('button', { name: 'Сохранить' }));

  await waitFor(() => expect(sent.at(-1)).toMatchObject({ name: 'Метки недели', family: 'tags' }));
  await waitFor(() => expect(visits.addresses.at(-1)).toBe('/reports/4'));
  expect(visits.locales.at(-1)).toBe('ru');
});

it('goes to the reports in the default language after one is deleted', async () => {
  server.use(
    http.get(api('saved-reports/:id'), () => HttpResponse.json(report)),
    http.get(api('saved-reports/:id/:part'), () => HttpResponse.json([])),
    http.delete(api('saved-reports/4'), () => HttpResponse.json(report)),
  );
  const { visits } = renderScreen(
    <>
      <ReportPage />
      <ModalHost />
    </>,
    '/reports?id=4',
    { locale: 'en' },
  );

  await userEvent.click(await screen.findByRole('button', { name: 'Удалить' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));

  await waitFor(() => expect(visits.addresses.at(-1)).toBe('/reports'));
  expect(visits.locales.at(-1)).toBe('ru');
});
