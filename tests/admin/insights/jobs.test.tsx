import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { BackgroundJob, BackgroundJobs } from '@/contract/core/jobs';
import { JobsPage } from '@/features/insights/jobs/jobs-page';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const job = (more: Partial<BackgroundJob>): BackgroundJob => ({
  id: 1,
  name: 'cleanup',
  is_scheduled: true,
  attempts: 0,
  failures: 0,
  last_error: null,
  run_at: '2026-03-10T10:00:00.000Z',
  started_at: null,
  finished_at: null,
  failed_at: null,
  created_at: '2026-03-01T10:00:00.000Z',
  ...more,
});

function open(jobs: Partial<BackgroundJobs>): void {
  const all = { running: [], failed: [], waiting: [], scheduled: [], ...jobs };
  server.use(http.get(api('jobs'), () => HttpResponse.json(all)));
  renderScreen(<JobsPage />, '/settings/jobs');
}

it('a failed job shows its purpose and the reason in words, and runs again', async () => {
  const failed = job({
    id: 7,
    name: 'product-import',
    is_scheduled: false,
    failures: 5,
    failed_at: '2026-03-10T09:00:00.000Z',
    last_error: 'File is gone',
  });
  open({ failed: [failed] });
  const asked: string[] = [];
  server.use(
    http.post(api('jobs/7/retry'), ({ request }) => {
      asked.push(request.url);
      server.use(
        http.get(api('jobs'), () =>
          HttpResponse.json({ running: [], failed: [], waiting: [], scheduled: [] }),
        ),
      );
      return HttpResponse.json(job({ id: 7 }));
    }),
  );

  const line = (await screen.findByText('Загрузка товаров из файла')).closest('li');
  expect(line).toHaveTextContent(/после 5 неудач.*File is gone/);
  await userEvent.click(screen.getByRole('button', { name: 'Повторить: Загрузка товаров из файла' }));

  await waitFor(() => expect(asked).toHaveLength(1));
  expect(await screen.findByText('Все задания выполняются')).toBeVisible();
});

it('a schedule is listed once: while it runs it cannot be started', async () => {
  const runs = job({ id: 1, started_at: '2026-03-10T09:59:00.000Z' });
  const waits = job({ id: 2, name: 'digests', finished_at: '2026-03-10T09:00:00.000Z' });
  open({ running: [runs], scheduled: [runs, waits] });

  expect(await screen.findAllByText('Уборка устаревших записей')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /Уборка/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Запустить сейчас: Сводки на почту' })).toBeVisible();
  const scheduled = screen.getByRole('heading', { name: 'По расписанию' }).closest('section');
  expect(within(scheduled as HTMLElement).getAllByRole('listitem')).toHaveLength(1);
});
