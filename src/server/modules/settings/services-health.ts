import {
  type OutsideService,
  type OutsideServiceName,
  type OutsideState,
  outsideServices,
  type ServiceFailure,
} from '@/contract/settings/outside';
import type { Ctx } from '@/server/core/context';
import type { DatabaseDeps, DescriptionDeps, FileDeps, LookupDeps, MonitoringDeps } from '@/server/core/deps';
import type { AcquirerSettings } from '@/server/integrations/acquirer-settings';
import { type SbpSettings, sbpState } from '@/server/integrations/sbp/sbp-payments';
import type { SendSettings } from '@/server/integrations/send-settings';
import { countOutboxMessages } from '@/server/modules/messaging/outbox-list';

/** The part of the environment that configures the integrations. */
export type ServiceSettings = FileDeps &
  SendSettings &
  LookupDeps &
  DescriptionDeps &
  SbpSettings &
  AcquirerSettings &
  Pick<DatabaseDeps, 'databaseKind'> &
  Pick<MonitoringDeps, 'sentryDsn'>;

/** `GET outside`: state of each integration and the size of the outbox. Never contains keys, paths or users. */
export async function outsideState(ctx: Ctx, settings: ServiceSettings): Promise<OutsideState> {
  const rows = await ctx.db.selectFrom('outside_services').selectAll().execute();
  const services = outsideServices.map((name): OutsideService => {
    const row = rows.find((candidate) => candidate.name === name);
    return {
      name,
      ...connectionOf(name, settings),
      last_success_at: row?.succeeded_at?.toISOString() ?? null,
      last_failure_at: row?.failed_at?.toISOString() ?? null,
      last_failure: (row?.failure ?? null) as ServiceFailure | null,
    };
  });
  return { services, outbox: await countOutboxMessages(ctx) };
}

type Connection = Pick<OutsideService, 'state' | 'host'>;

function connectionOf(name: OutsideServiceName, settings: ServiceSettings): Connection {
  const byAddress = (address: string | undefined, fallback: Connection['state']): Connection =>
    address ? { state: 'connected', host: hostOf(address) } : { state: fallback, host: null };
  const byKey = (key: string | undefined, host: string | null, fallback: Connection['state']): Connection =>
    key ? { state: 'connected', host } : { state: fallback, host: null };
  switch (name) {
    case 'database':
      return { state: settings.databaseKind === 'server' ? 'connected' : 'built-in', host: null };
    case 'files':
      return byAddress(settings.s3?.endpoint, 'built-in');
    case 'mail':
      return byAddress(settings.smtp?.url, 'built-in');
    case 'sms':
      return byAddress(settings.sms?.url, 'built-in');
    case 'suggest':
      return byKey(
        settings.dadataToken,
        hostOf(settings.dadataUrl ?? 'https://suggestions.dadata.ru'),
        'built-in',
      );
    case 'delivery':
      return byAddress(settings.deliveryUrl, 'built-in');
    case 'npd':
      return byAddress(settings.npdUrl, 'off');
    case 'sbp-members':
      return byAddress(settings.sbpMembersUrl, 'built-in');
    case 'sbp-payments':
      return { state: sbpState(settings), host: null };
    case 'yookassa':
      return byKey(
        settings.yookassa?.shopId,
        hostOf(settings.yookassa?.url ?? 'https://api.yookassa.ru'),
        'off',
      );
    case 'tbank':
      return byKey(
        settings.tbank?.terminal,
        hostOf(settings.tbank?.url ?? 'https://securepay.tinkoff.ru'),
        'off',
      );
    case 'atol':
      return byKey(settings.atol?.login, hostOf(settings.atol?.url ?? 'https://online.atol.ru'), 'off');
    case 'descriptions':
      return byAddress(settings.aiUrl, 'off');
    case 'maps':
      return byKey(settings.mapsKey, 'api-maps.yandex.ru', 'off');
    case 'reports':
      return byAddress(settings.sentryDsn, 'off');
  }
}

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host || null : null;
}
