import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ImportReport } from '@/contract/catalogue/attributes/csv';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { useModalActions } from '@/state/modal';
import { api, listenToToasts, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const clean: ImportReport = {
  created: 2,
  updated: 1,
  unchanged: 0,
  values_added: 5,
  skipped: 0,
  errors: [],
};
const wrong: ImportReport = {
  ...clean,
  skipped: 1,
  errors: [{ row: 4, column: 'values', error: 'error-value-repeated', value: 'Красный' }],
};

function Opener() {
  const { open } = useModalActions();
  return (
    <>
      <button type="button" onClick={() => open('EXPORT_IMPORT_ATTRIBUTE', { shopId: 7 })}>
        файлы
      </button>
      <ModalHost />
    </>
  );
}

async function openDialog() {
  renderScreen(<Opener />, '/lavka/attributes');
  await userEvent.click(screen.getByRole('button', { name: 'файлы' }));
  return screen.findByRole('dialog', { name: 'Характеристики файлом' });
}

/** Serves imports with a report and records the requests. */
function answerImports(report: ImportReport) {
  const asked: Record<string, string>[] = [];
  server.use(
    http.post(api('import-attributes'), async ({ request }) => {
      // Not formData(): Node's parser does not accept jsdom's files.
      const fields = (await request.text()).matchAll(/name="(\w+)"\r\n\r\n(.*)\r\n/g);
      asked.push(Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value])));
      return HttpResponse.json(report);
    }),
  );
  return asked;
}

const csv = (name = 'характеристики.csv') =>
  new File(['name,values\nЦвет,Красный'], name, { type: 'text/csv' });
const choose = async (file: File) =>
  userEvent.upload(screen.getByLabelText(/Выберите CSV/), file, { applyAccept: false });

const saved = vi.fn();
beforeEach(() => {
  saved.mockReset();
  URL.createObjectURL = saved.mockReturnValue('blob:x');
  URL.revokeObjectURL = vi.fn();
});

it('downloads the shop’s file with the session, not through a public link', async () => {
  let authorization: string | null = null;
  server.use(
    http.get(api('export-attributes/7'), ({ request }) => {
      authorization = request.headers.get('authorization');
      return new HttpResponse('language,name', { headers: { 'content-type': 'text/csv' } });
    }),
  );
  await openDialog();

  await userEvent.click(screen.getByRole('button', { name: 'Скачать файл' }));

  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(authorization).toBe('Bearer token');
});

it('checks a file, shows the result of the dry run, and imports it afterwards', async () => {
  const toasts = listenToToasts();
  const asked = answerImports(clean);
  await openDialog();

  await choose(csv());
  expect(await screen.findByText('Ошибок нет, файл можно загружать.')).toBeInTheDocument();
  expect(screen.getByText('2 новые характеристики')).toBeInTheDocument();
  expect(screen.getByText('5 новых значений')).toBeInTheDocument();
  expect(asked).toMatchObject([{ shop_id: '7', dry_run: '1' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Загрузить' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(asked[1]).toMatchObject({ shop_id: '7' });
  expect(asked[1]).not.toHaveProperty('dry_run');
  expect(asked[1]).not.toHaveProperty('skip_wrong');
  expect(toasts.map(({ text }) => text)).toEqual(['Характеристики загружены']);
});

it('explains invalid rows and imports only the valid ones on demand', async () => {
  const asked = answerImports(wrong);
  await openDialog();

  await choose(csv());
  const table = await screen.findByRole('table', { name: 'Ошибки в файле' });
  const [, row] = within(table).getAllByRole('row');
  expect(row).toHaveTextContent(/4\s*values\s*Такое значение уже есть\s*Красный/);
  expect(screen.getByText('1 строка с ошибкой')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Загрузить только верные' }));

  await waitFor(() => expect(asked[1]).toMatchObject({ skip_wrong: '1' }));
});

it('offers no import when no row is valid or nothing would change', async () => {
  answerImports({ ...wrong, created: 0, updated: 0, values_added: 0 });
  await openDialog();
  await choose(csv());
  expect(await screen.findByText('Исправьте файл и выберите его снова.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Загрузить/ })).not.toBeInTheDocument();

  answerImports({ ...clean, created: 0, updated: 0, values_added: 0, unchanged: 3 });
  await userEvent.click(screen.getByRole('button', { name: 'Другой файл' }));
  await choose(csv());
  expect(await screen.findByText(/нет ничего нового/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Загрузить/ })).not.toBeInTheDocument();
});

it('rejects a file that is not CSV before the upload and shows the server’s error for a whole file', async () => {
  server.use(
    http.post(api('import-attributes'), () =>
      HttpResponse.json(
        { message: 'VALIDATION_FAILED', errors: { csv: ['error-csv-header'] }, request_id: 'r-1' },
        { status: 422 },
      ),
    ),
  );
  await openDialog();

  await choose(csv('фото.png'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Подойдёт только файл CSV.');
  await choose(csv());
  expect(await screen.findByText('В первой строке нет колонки name')).toBeInTheDocument();
  expect(screen.getByLabelText(/Выберите CSV/)).toBeInTheDocument();
});
