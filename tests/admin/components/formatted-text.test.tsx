import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { type FieldValues, useController, useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { LongText } from '@/components/editor/long-text';
import { StoredText } from '@/components/editor/stored-text';
import { Field } from '@/components/inputs/field';

/** Texts that another client has formatted are shown and edited so; plain ones stay plain. */
function Form({ text, onChange }: { text: string; onChange?: (text: string) => void }) {
  const { control: form } = useForm<FieldValues>({ values: { text } });
  const { field: input } = useController({ name: 'text', control: form });
  useEffect(() => onChange?.(input.value), [input.value, onChange]);
  return (
    <Field id="text" label="Текст">
      {(control) => <LongText {...{ control, input }} label="Текст" field={{ rows: 3 }} />}
    </Field>
  );
}

it('edits a plain text in a plain field', () => {
  render(<Form text="Год бесплатно чиним замки." />);

  expect(screen.getByRole('textbox', { name: 'Текст' })).toHaveValue('Год бесплатно чиним замки.');
});

it('keeps every sign that was typed in a plain field, also one that HTML would read otherwise', async () => {
  const change = vi.fn<(text: string) => void>();
  render(<Form text="Размер &lt;S" onChange={change} />);
  const field = screen.getByRole('textbox', { name: 'Текст' });
  expect(field).toHaveValue('Размер <S');

  await userEvent.type(field, ' или <M, <b> & &amp;');

  expect(field).toHaveValue('Размер <S или <M, <b> & &amp;');
  expect(change).toHaveBeenLastCalledWith('Размер &lt;S или &lt;M, &lt;b&gt; &amp; &amp;amp;');
  await userEvent.clear(field);
  await userEvent.type(field, '1 < 2 & 3');
  expect(change).toHaveBeenLastCalledWith('1 < 2 & 3');
});

it('edits a formatted text in the editor, not as tags', async () => {
  render(<Form text="<p>Год <strong>бесплатно</strong></p>" />);

  const editor = await screen.findByRole('textbox', { name: 'Текст' });
  expect(editor).toHaveTextContent('Год бесплатно');
  expect(editor.querySelector('strong')).toHaveTextContent('бесплатно');
});

it('shows a formatted text as such, without running anything in it', () => {
  const html = '<p>Год <strong>бесплатно</strong><script>alert(1)</script></p>';
  const { container } = render(<StoredText text={html} />);

  expect(container).toHaveTextContent('Год бесплатно');
  expect(container.querySelector('strong')).not.toBeNull();
  expect(container.querySelector('script')).toBeNull();
});

it('shows a plain text with its lines and every sign of it', () => {
  render(<StoredText text={'Один\nДва & три <5, &lt;M &amp; <L'} />);

  expect(screen.getByText(/Один/)).toHaveTextContent('Один Два & три <5, <M & <L');
});

it('shows rows and cells of a table', () => {
  const html = "<table><tr><th>Вес</th><td colspan='2' onclick='x()'>2 кг</td></tr></table>";
  const { container } = render(<StoredText text={html} />);

  const cell = screen.getByRole('cell', { name: '2 кг' });
  expect(container.querySelector('th')).toHaveTextContent('Вес');
  expect(cell).toHaveAttribute('colspan', '2');
  expect(cell).not.toHaveAttribute('onclick');
});
