import { render, screen } from '@testing-library/react';
import { type FieldValues, useController, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { LongText } from '@/components/editor/long-text';
import { StoredText } from '@/components/editor/stored-text';
import { Field } from '@/components/inputs/field';

/** Texts that another client has formatted are shown and edited so; plain ones stay plain. */
function Form({ text }: { text: string }) {
  const { control: form } = useForm<FieldValues>({ values: { text } });
  const { field: input } = useController({ name: 'text', control: form });
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

it('shows a plain text with its lines', () => {
  render(<StoredText text={'Один\nДва & три'} />);

  expect(screen.getByText(/Один/)).toHaveTextContent('Один Два & три');
});
