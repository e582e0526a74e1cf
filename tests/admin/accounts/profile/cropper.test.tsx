import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CropperDialog } from '@/features/accounts/cropper/cropper-dialog';
import { DialogFrame } from '@/shell/dialogs/dialog-frame';
import { server } from '../../server';
import { renderApp } from '../../shell/render-app';

/** Cropping a picture. jsdom draws nothing: the test looks at the drawing calls instead. */
const stored = { id: 5, original: '/o.png', thumbnail: '/t.png' };
const drawn: { size: [number, number]; args: unknown[] }[] = [];
const pen = { translate: vi.fn(), rotate: vi.fn(), imageSmoothingQuality: 'low' };

beforeEach(() => {
  drawn.length = 0;
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(400);
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    configurable: true,
    value(this: HTMLCanvasElement) {
      const drawImage = (...args: unknown[]) =>
        drawn.push({ size: [this.width, this.height], args: args.slice(1) });
      return { ...pen, drawImage };
    },
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
    done(new Blob(['picture'], { type })),
  );
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});

function show(file = new File(['x'], 'me.png', { type: 'image/png' }), ratio = 1) {
  const onDone = vi.fn();
  const onClose = vi.fn();
  renderApp(
    <DialogFrame look={{}} onClose={onClose}>
      <CropperDialog data={{ file, ratio, onDone }} onClose={onClose} />
    </DialogFrame>,
  );
  fireEvent.load(screen.getByRole('img', { name: 'Выбранная картинка' }));
  return { onDone, onClose };
}

const keep = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

describe('the cropper', () => {
  it('crops the largest centred part of the ratio, uploads it, and returns it', async () => {
    let body = '';
    server.use(
      http.post('http://localhost/admin/rest/attachments', async ({ request }) => {
        body = await request.text();
        return HttpResponse.json([stored]);
      }),
    );
    const { onDone, onClose } = show();

    await keep();

    await waitFor(() => expect(onDone).toHaveBeenCalledWith(stored));
    expect(drawn).toEqual([{ size: [400, 400], args: [200, 0, 400, 400, 0, 0, 400, 400] }]);
    expect(body).toMatch(/filename="me.png"[\s\S]*image\/png/);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('crops a smaller centred part when zoomed', async () => {
    server.use(http.post('http://localhost/admin/rest/attachments', () => HttpResponse.json([stored])));
    const { onDone } = show();

    fireEvent.change(screen.getByRole('slider', { name: 'Крупнее' }), { target: { value: '2' } });
    await keep();

    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(drawn).toEqual([{ size: [200, 200], args: [300, 100, 200, 200, 0, 0, 200, 200] }]);
  });

  it('rotates the picture by 90°', async () => {
    show();

    await userEvent.click(screen.getByRole('button', { name: 'Повернуть' }));

    await waitFor(() => expect(drawn).toEqual([{ size: [400, 800], args: [0, 0] }]));
    expect(pen.rotate).toHaveBeenCalledWith(Math.PI / 2);
  });

  it('stays open with the error when the upload fails', async () => {
    server.use(
      http.post('http://localhost/admin/rest/attachments', () =>
        HttpResponse.json({ message: 'UNSUPPORTED_FILE' }, { status: 415 }),
      ),
    );
    const { onDone, onClose } = show();

    await keep();

    expect(await screen.findByText(/^Такой файл не подходит/)).toBeInTheDocument();
    expect(onDone).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('reports a file that is not a picture', () => {
    show();

    fireEvent.error(screen.getByRole('img', { name: 'Выбранная картинка' }));

    expect(screen.getByRole('alert')).toHaveTextContent('Картинку не удалось прочитать');
  });
});
