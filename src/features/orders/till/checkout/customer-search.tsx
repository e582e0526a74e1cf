import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input } from '@/components/inputs/input';
import { Avatar } from '@/components/ui/avatar';
import type { User } from '@/contract/accounts/users/schema';
import { toSearch } from '@/contract/core/search';
import { usePosWord } from '@/features/orders/till/use-till-word';
import { api, fileUrl } from '@/lib/api/client';
import { maskPhone } from '@/lib/format/phone-mask';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';

interface CustomerSearchProps {
  text: string;
  onText: (text: string) => void;
  onChoose: (user: User) => void;
}

/** What was typed is a phone, an address of mail or a name. */
function customerSearch(text: string): string {
  const typed = text.trim();
  const isPhone = /^[+\d][\d\s()+-]*$/.test(typed) && typed.replace(/\D/g, '').length >= 3;
  const key = typed.includes('@') ? 'email' : isPhone ? 'contact' : 'name';
  return toSearch({ [key]: isPhone ? maskPhone(typed) : typed, is_active: '1' });
}

/** Finds people who may buy; the first ten, since more cannot be looked through. */
export function CustomerSearch({ text, onText, onChoose }: CustomerSearchProps) {
  const word = usePosWord();
  const query = { limit: 10, searchJoin: 'and', search: customerSearch(useDebouncedValue(text)) };
  const found = useQuery({
    queryKey: ['users', 'list', query],
    queryFn: () => api.page<User>('users', query),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const rows = found.data?.rows ?? [];
  return (
    <>
      <Input
        aria-label={word('dialogs.customer.search')}
        placeholder={word('dialogs.customer.search')}
        className="mt-3 h-11!"
        autoComplete="off"
        autoFocus
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <p aria-live="polite" className="mt-3 text-ink-second">
        {rows.length === 0 && word(`dialogs.customer.${found.isFetching ? 'loading' : 'nothing'}`)}
      </p>
      <ul aria-label={word('dialogs.customer.found')} className="max-h-[50vh] min-h-40 overflow-y-auto">
        {rows.map((user) => (
          <li key={user.id}>
            <button
              type="button"
              className="flex min-h-12 w-full items-center gap-3 rounded-control px-2 py-1.5 text-start -outline-offset-2! transition-colors hover:bg-sunken"
              onClick={() => onChoose(user)}
            >
              <Avatar
                name={user.name}
                url={user.profile.avatar ? fileUrl(user.profile.avatar.thumbnail) : undefined}
              />
              <span className="min-w-0">
                <span className="block font-medium break-words">{user.name}</span>
                <span className="block text-small break-all text-ink-second">
                  {[user.email, user.profile.contact].filter(Boolean).join(' · ')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
