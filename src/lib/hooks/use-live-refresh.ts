import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveType } from '@/contract/core/live';
import { onLive } from '@/lib/api/live';

/** Refetches queries below a key with each live event of a type, while a part that loads late is on screen. */
export function useLiveRefresh(type: LiveType, name: string): void {
  const client = useQueryClient();
  useEffect(
    () => onLive(type, () => void client.invalidateQueries({ queryKey: [name] })),
    [client, type, name],
  );
}
