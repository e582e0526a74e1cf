import { Dialog } from '@headlessui/react';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { RowAsOf } from '@/contract/core/history';
import { AsOfDialog } from '@/features/insights/activity/as-of-dialog';
import { server } from '../server';
import { renderApp } from '../shell/render-app';

const base = 'http://localhost/admin/rest';

it('marks what is different today, folds the rest, and asks anew for another moment', async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get(`${base}/audit/as-of`, ({ request }) => {
      const at = new URL(request.url).searchParams.get('at');
      asked.push(at);
      return HttpResponse.json({
        at: at ?? '',
        state: 'existing',
        is_cut: true,
        fields: { price: [300, 400], unit: ['шт.', 'шт.'], sku: [null, null] },
        unsure: ['price'],
      } satisfies RowAsOf);
    }),
  );
  renderApp(
    <Dialog open onClose={() => undefined}>
      <AsOfDialog data={{ family: 'products', id: 5 }} onClose={() => undefined} />
    </Dialog>,
  );

  const mark = await screen.findByText(/300/);
  expect(mark.tagName).toBe('MARK');
  screen.getByText(/400/);
  screen.getByText('Не изменилось: 1 поле');
  screen.getByText(/журнал ничего не знает/);
  screen.getByText(/журнал не знает когда: Цена/);

  const input = screen.getByLabelText('На какой момент');
  await userEvent.clear(input);
  await userEvent.type(input, '10.03.2026 12:00');
  await userEvent.tab();
  await expect.poll(() => asked.at(-1)).toBe('2026-03-10T09:00:00.000Z');
});
