import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from '@/components/ui/button';

it('is disabled and busy while it loads', async () => {
  const handleClick = vi.fn();
  render(
    <Button isLoading onClick={handleClick}>
      Удалить
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Удалить' });

  await userEvent.click(button);

  expect(button).toBeDisabled();
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(handleClick).not.toHaveBeenCalled();
});
