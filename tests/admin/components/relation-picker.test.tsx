import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Field } from '@/components/inputs/field';
import { RelationPicker } from '@/components/inputs/relation-picker';

/** What a screen reader announces for a picker besides its label. */
function drawPicker(isMultiple: boolean, error?: string) {
  const handleQuery = vi.fn();
  const view = (shown?: string) => (
    <Field id="tag" label="Метка" hint="Начните писать" {...(shown !== undefined && { error: shown })}>
      {(control) => (
        <RelationPicker
          {...{ control, isMultiple }}
          value={[]}
          options={[{ id: 1, label: 'Новинка' }]}
          isLoading={false}
          placeholder=""
          onQuery={handleQuery}
          onChange={() => undefined}
        />
      )}
    </Field>
  );
  const { rerender } = render(view(error));
  return { handleQuery, showError: (text: string) => rerender(view(text)) };
}

it.each([false, true])('reads out its hint, then its error (several: %s)', async (isMultiple) => {
  const { showError } = drawPicker(isMultiple);
  const input = screen.getByRole('combobox', { name: 'Метка' });

  expect(input).toHaveAccessibleDescription('Начните писать');
  showError('Выберите метку');

  expect(input).toHaveAccessibleDescription('Выберите метку');
});

it.each([false, true])('keeps its input while typing (several: %s)', async (isMultiple) => {
  const { handleQuery, showError } = drawPicker(isMultiple);
  const input = screen.getByRole('combobox', { name: 'Метка' });

  await userEvent.type(input, 'Но');
  showError('Выберите метку');

  expect(screen.getByRole('combobox', { name: 'Метка' })).toBe(input);
  expect(input).toHaveFocus();
  expect(handleQuery).toHaveBeenLastCalledWith('Но');
  expect(await screen.findByRole('option', { name: 'Новинка' })).toBeInTheDocument();
});
