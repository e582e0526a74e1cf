import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Field } from '@/components/inputs/field';
import { Select } from '@/components/inputs/select';
import { Switch } from '@/components/inputs/switch';
import { ErrorBanner } from '@/components/page/error-banner';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { notifyTypes } from '@/contract/messaging/notifications/kinds';
import type { NotificationPreferences } from '@/contract/messaging/notifications/schema';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';

const endpoint = 'notification-preferences';
const rates = ['off', 'daily', 'weekly'] as const;
const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

/** Notification preferences; each switch saves immediately. */
export function PreferencesSection() {
  const { t } = useTranslation(['form', 'accounts']);
  const client = useQueryClient();
  const queryKey = [endpoint];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => api.get(endpoint),
  });
  const save = useMutation({
    mutationFn: (change: Partial<NotificationPreferences>) => api.put(endpoint, change),
    // Optimistic; an error reloads the stored values.
    onMutate: (change) =>
      client.setQueryData<NotificationPreferences>(queryKey, (known) => known && { ...known, ...change }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const toggle = (
    key: string,
    label: string,
    isOn: boolean,
    change: () => Partial<NotificationPreferences>,
  ) => (
    <li key={key} className="flex items-center justify-between gap-3">
      <label htmlFor={`prefer-${key}`}>{label}</label>
      <Switch id={`prefer-${key}`} isOn={isOn} onChange={() => save.mutate(change())} />
    </li>
  );
  const text = (key: string) => t(`accounts:preferences.${key}`);

  return (
    <Card title={text('title')} text={text('text')}>
      {error && !data && (
        <ErrorBanner text={t(messageKey(toClientError(error)))} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-60 w-full" />}
      {data && (
        <div className="grid gap-4">
          <ul className="grid gap-2.5" aria-label={text('bell')}>
            {notifyTypes.map((type) => {
              const isOn = !data.muted.includes(type);
              const rest = data.muted.filter((one) => one !== type);
              return toggle(type, text(`types.${type}`), isOn, () => ({
                muted: isOn ? [...rest, type] : rest,
              }));
            })}
          </ul>
          <ul className="border-t border-line-faint pt-4">
            {toggle('message-mail', text('message-mail'), data.message_mail, () => ({
              message_mail: !data.message_mail,
            }))}
          </ul>
          <Digest data={data} onChange={(change) => save.mutate(change)} />
        </div>
      )}
    </Card>
  );
}

interface DigestProps {
  data: NotificationPreferences;
  onChange: (change: Partial<NotificationPreferences>) => void;
}

/** Frequency and hour of the digest e-mail. */
function Digest({ data, onChange }: DigestProps) {
  const { t } = useTranslation('accounts');
  const text = (key: string) => t(`accounts:preferences.${key}`);
  return (
    <div className="grid gap-3 border-t border-line-faint pt-4">
      <Field
        as={Select}
        id="digest"
        label={text('digest')}
        value={data.digest}
        options={rates.map((value) => ({ value, label: text(`rates.${value}`) }))}
        onChange={({ target }) => {
          const digest = rates.find((rate) => rate === target.value);
          if (digest) onChange({ digest });
        }}
      />
      <Field
        as={Select}
        id="digest-hour"
        label={text('hour')}
        value={String(data.digest_hour)}
        disabled={data.digest === 'off'}
        options={hours.map((hour) => ({ value: hour, label: `${hour.padStart(2, '0')}:00` }))}
        onChange={({ target }) => onChange({ digest_hour: Number(target.value) })}
      />
      <p className="text-small text-ink-second">{text('digest-hint')}</p>
    </div>
  );
}
