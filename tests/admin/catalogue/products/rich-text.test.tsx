import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { RichText } from '@/components/editor/rich-text';
import { toDoc, toHtml } from '@/components/editor/rich-text-schema';
import { linkAddress, textToHtml } from '@/lib/format/rich-text';
import { plainText } from '@/lib/format/visible-text';

// jsdom has no layout.
Range.prototype.getClientRects = () => document.createElement('p').getClientRects();
Range.prototype.getBoundingClientRect = () => new DOMRect();

const cleaned = (html: string) => toHtml(toDoc(html));

describe('parsing and serialization of the editor', () => {
  it.each([
    ['<p>Мягкий <strong>платок</strong></p>', '<p>Мягкий <strong>платок</strong></p>'],
    [
      '<h1 style="color:red">Уход</h1><p><b>Стирать</b> руками</p>',
      '<h2>Уход</h2><p><strong>Стирать</strong> руками</p>',
    ],
    ['<ul><li>шерсть</li></ul>', '<ul><li><p>шерсть</p></li></ul>'],
    ['<b style="font-weight:normal"><p>из документа</p></b>', '<p>из документа</p>'],
    ['<p onclick="x()">текст<script>alert(1)</script><img src=x onerror=y></p>', '<p>текст</p>'],
    [
      '<table><caption>Размеры</caption><tbody><tr><th>Вес</th><td colspan="2">2 кг</td></tr></tbody></table>',
      '<table><caption>Размеры</caption><tr><th><p>Вес</p></th><td colspan="2"><p>2 кг</p></td></tr></table>',
    ],
    ['<dl><dt>Вес</dt><dd>2 кг</dd></dl>', '<dl><dt>Вес</dt><dd><p>2 кг</p></dd></dl>'],
    ['<p>Раз</p><hr><p>Два</p>', '<p>Раз</p><hr><p>Два</p>'],
    ['<p>м<sup>2</sup> и H<sub>2</sub>O</p>', '<p>м<sup>2</sup> и H<sub>2</sub>O</p>'],
    ['<p>Если рост <M, берите S</p>', '<p>Если рост &lt;M, берите S</p>'],
    ['Если рост <M & вес &lt;P', '<p>Если рост &lt;M &amp; вес &lt;P</p>'],
    ['<p><a href="javascript:alert(1)">зло</a></p>', '<p>зло</p>'],
    ['<p></p>', ''],
    [
      'Старое описание\n\n- раз\n- два',
      '<p>Старое описание</p><ul><li><p>раз</p></li><li><p>два</p></li></ul>',
    ],
    ['1 < 2 & 3', '<p>1 &lt; 2 &amp; 3</p>'],
  ])('%s', (given, expected) => {
    expect(cleaned(given)).toBe(expected);
  });

  it('keeps a description as the server stores it', () => {
    const stored =
      '<h3>Уход</h3><blockquote><p><em>Бережно</em><br><u>и</u> <s>часто</s></p></blockquote><ol><li><p><a href="https://shop.ru/care" rel="noopener noreferrer nofollow">тут</a></p></li></ol>';

    expect(cleaned(stored)).toBe(stored);
  });

  it.each([
    ['shop.ru', 'https://shop.ru'],
    ['https://shop.ru/a?b=1', 'https://shop.ru/a?b=1'],
    ['master@shop.ru', 'mailto:master@shop.ru'],
    ['mailto:master@shop.ru', 'mailto:master@shop.ru'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['/admin', undefined],
    ['просто слова', undefined],
  ])('links %s to %s', (typed, address) => {
    expect(linkAddress(typed)).toBe(address);
  });

  it('extracts plain text', () => {
    expect(plainText('<h2>Уход</h2><p>Стирать&nbsp;<b>руками</b></p>')).toBe('Уход Стирать руками');
    expect(textToHtml('Есть:\n- одно\n- <другое>')).toBe(
      '<p>Есть:</p><ul><li><p>одно</p></li><li><p>&lt;другое&gt;</p></li></ul>',
    );
  });
});

const change = vi.fn<(html: string) => void>();
function Page({ first, error }: { first: string; error?: boolean }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <RichText
        control={{
          id: 'text',
          'aria-invalid': Boolean(error),
          'aria-describedby': error ? 'text-error' : undefined,
          'aria-required': undefined,
        }}
        label="Описание"
        limit={10}
        value={value}
        onChange={(html) => {
          setValue(html);
          change(html);
        }}
      />
      <button type="button" onClick={() => setValue('<p>Новое</p>')}>
        заменить
      </button>
    </>
  );
}

describe('the editor', () => {
  it('is a labelled text box with a length counter and an error', async () => {
    const { rerender } = render(<Page first="<p>Очень длинный текст</p>" />);

    const box = screen.getByRole('textbox', { name: 'Описание' });
    expect(box).toHaveTextContent('Очень длинный текст');
    expect(box).toHaveAttribute('aria-multiline', 'true');
    expect(await screen.findByText('19 из 10 знаков: сократите текст')).toBeVisible();
    rerender(<Page first="" error />);
    await waitFor(() => expect(box).toHaveAttribute('aria-invalid', 'true'));
    expect(box).toHaveAttribute('aria-describedby', 'text-error');
  });

  it('toggles lists by its buttons', async () => {
    render(<Page first="<p>шёлк</p>" />);
    await userEvent.click(screen.getByRole('button', { name: 'Список' }));

    expect(change).toHaveBeenLastCalledWith('<ul><li><p>шёлк</p></li></ul>');
    expect(screen.getByRole('button', { name: 'Список' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Нумерованный список' }));
    expect(change).toHaveBeenLastCalledWith('<ol><li><p>шёлк</p></li></ol>');
    await userEvent.click(screen.getByRole('button', { name: 'Отменить (Ctrl+Z)' }));
    await userEvent.click(screen.getByRole('button', { name: 'Отменить (Ctrl+Z)' }));
    expect(change).toHaveBeenLastCalledWith('<p>шёлк</p>');
  });

  it('has a toolbar with one tab stop, navigated by arrows', async () => {
    render(<Page first="" />);

    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Полужирный (Ctrl+B)' })).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('button', { name: 'Вернуть (Ctrl+Y)' })).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByRole('textbox')).toHaveFocus();
  });

  it('inserts a link and rejects an invalid address', async () => {
    render(<Page first="" />);
    await userEvent.click(screen.getByRole('button', { name: 'Ссылка' }));

    await userEvent.type(screen.getByLabelText('Куда ведёт ссылка'), 'javascript:x{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Нужен адрес сайта или почты');
    await userEvent.clear(screen.getByLabelText('Куда ведёт ссылка'));
    await userEvent.type(screen.getByLabelText('Куда ведёт ссылка'), 'shop.ru{Enter}');

    expect(change).toHaveBeenLastCalledWith(
      '<p><a href="https://shop.ru" rel="noopener noreferrer nofollow">https://shop.ru</a></p>',
    );
    expect(screen.queryByLabelText('Куда ведёт ссылка')).toBeNull();
  });

  it('accepts a value set from outside, which can be undone', async () => {
    render(<Page first="<p>Старое</p>" />);

    await userEvent.click(screen.getByRole('button', { name: 'заменить' }));
    expect(screen.getByRole('textbox')).toHaveTextContent('Новое');
    await userEvent.click(screen.getByRole('button', { name: 'Отменить (Ctrl+Z)' }));

    expect(change).toHaveBeenLastCalledWith('<p>Старое</p>');
  });
});
