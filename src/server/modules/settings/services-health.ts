import type {
  OutsideService,
  OutsideServiceName,
  OutsideState,
  ServiceFailure,
} from '@/contract/settings/outside';
import { outsideServices } from '@/contract/settings/outside';
import type { Ctx } from '@/server/core/context';
import type { Deps } from '@/server/core/http/route';
import { sbpState } from '@/server/integrations/sbp/sbp-payments';
import { countOutboxMessages } from '@/server/modules/messaging/outbox-list';

/** What the environment says of the services outside. */
export type ServiceSettings = Pick<
  Deps,
  | 'databaseKind'
  | 'demo'
  | 's3'
  | 'smtp'
  | 'sms'
  | 'dadataToken'
  | 'dadataUrl'
  | 'deliveryUrl'
  | 'sbpMembersUrl'
  | 'sbpSecret'
  | 'aiUrl'
  | 'mapsKey'
  | 'sentryDsn'
>;

/** `GET outside`: how the services outside stand, and how much waits to be sent. No keys, no paths, no users. */
export async function outsideState(ctx: Ctx, settings: ServiceSettings): Promise<OutsideState> {
  const told = await ctx.db.selectFrom('outside_services').selectAll().execute();
  const services = outsideServices.map((name): OutsideService => {
    const row = told.find((one) => one.name === name);
    return {
      name,
      ...standing(name, settings),
      last_success_at: row?.succeeded_at?.toISOString() ?? null,
      last_failure_at: row?.failed_at?.toISOString() ?? null,
      last_failure: (row?.failure ?? null) as ServiceFailure | null,
    };
  });
  return { services, outbox: await countOutboxMessages(ctx) };
}

type Standing = Pick<OutsideService, 'state' | 'host'>;

function standing(name: OutsideServiceName, settings: ServiceSettings): Standing {
  const given = (address: string | undefined, otherwise: Standing['state']): Standing =>
    address ? { state: 'connected', host: hostOf(address) } : { state: otherwise, host: null };
  const keyed = (key: string | undefined, host: string | null, otherwise: Standing['state']): Standing =>
    key ? { state: 'connected', host } : { state: otherwise, host: null };
  switch (name) {
    case 'database':
      return { state: settings.databaseKind === 'server' ? 'connected' : 'built-in', host: null };
    case 'files':
      return given(settings.s3?.endpoint, 'built-in');
    case 'mail':
      return given(settings.smtp?.url, 'built-in');
    case 'sms':
      return given(settings.sms?.url, 'built-in');
    case 'suggest':
      return keyed(
        settings.dadataToken,
        hostOf(settings.dadataUrl ?? 'https://suggestions.dadata.ru'),
        'built-in',
      );
    case 'delivery':
      return given(settings.deliveryUrl, 'built-in');
    case 'sbp-members':
      return given(settings.sbpMembersUrl, 'built-in');
    case 'sbp-payments':
      return { state: sbpState(settings), host: null };
    case 'descriptions':
      return given(settings.aiUrl, 'off');
    case 'maps':
      return keyed(settings.mapsKey, 'api-maps.yandex.ru', 'off');
    case 'reports':
      return given(settings.sentryDsn, 'off');
  }
}

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host || null : null;
}
