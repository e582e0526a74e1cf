import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { Input } from '@/components/inputs/input';
import { Switch } from '@/components/inputs/switch';

interface HomeBlockProps {
  /** Key of the settings. */
  block: string;
  form: UseFormReturn<FieldValues>;
  /** What else the block is told. */
  children?: ReactNode;
}

/** One block of a front page: whether it is there, and what stands above it. */
export function HomeBlock({ block, form: { control }, children }: HomeBlockProps) {
  const { t } = useTranslation(['resources', 'form']);
  const enable = useController({ name: `settings.${block}.enable`, control }).field;
  const { field: title, fieldState } = useController({ name: `settings.${block}.title`, control });
  const name = t(`resources:groups.blocks.${block}`);
  const message = fieldState.error?.message;
  const id = `field-settings.${block}.title`;
  return (
    <li className="border-b border-line-faint pb-4 last:border-b-0 last:pb-0">
      <div className="grid items-center gap-x-5 gap-y-2 @xl:grid-cols-[16rem_minmax(0,1fr)]">
        <div className="flex items-center gap-3">
          <Switch
            id={`field-settings.${block}.enable`}
            ref={enable.ref}
            isOn={enable.value === true}
            onChange={enable.onChange}
          />
          <label htmlFor={`field-settings.${block}.enable`} className="font-medium">
            {name}
          </label>
        </div>
        <div>
          <Input
            {...title}
            id={id}
            value={String(title.value ?? '')}
            aria-label={t('resources:groups.block-title', { name })}
            aria-invalid={Boolean(message)}
            aria-describedby={message ? `${id}-error` : undefined}
            placeholder={t('resources:groups.block-placeholder', { name })}
          />
          {message && (
            <p id={`${id}-error`} role="alert" className="mt-1.5 text-small font-medium text-bad">
              {t(`form:${message}`, { defaultValue: message })}
            </p>
          )}
        </div>
      </div>
      {children}
    </li>
  );
}
