import { act, renderHook, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { tags } from '@/contract/catalogue/tags';
import type { TagInput } from '@/contract/catalogue/tags/schema';
import { lazyResolver } from '@/lib/form/lazy-resolver';

const empty = { name: '', slug: '', details: '', icon: '', image: null };

it('loads the schema once, when the form is first validated, and puts messages at their fields', async () => {
  const load = vi.fn(tags.schema);
  const resolver = lazyResolver<TagInput>(load);
  const { result } = renderHook(() => {
    const form = useForm<TagInput>({ resolver, defaultValues: empty });
    return { form, errors: form.formState.errors };
  });
  expect(load).not.toHaveBeenCalled();

  await act(() => result.current.form.trigger());
  await act(() => result.current.form.trigger());

  await waitFor(() => expect(result.current.errors.name?.message).toBe('error-name-required'));
  expect(load).toHaveBeenCalledTimes(1);
});

it('returns the values as the schema converts them', async () => {
  const { result } = renderHook(() =>
    useForm<TagInput>({ resolver: lazyResolver(tags.schema), defaultValues: empty }),
  );
  const save = vi.fn();
  act(() => result.current.setValue('name', '  Новинка '));

  await act(() => result.current.handleSubmit(save)());

  expect(save.mock.calls[0]?.[0]).toMatchObject({ name: 'Новинка' });
});
