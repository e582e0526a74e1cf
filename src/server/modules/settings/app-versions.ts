import { sql } from 'kysely';
import { compareVersions, isAppVersion } from '@/contract/settings/app-version';
import { mobileAppVersions } from '@/contract/settings/mobile-app-versions';
import { type CurrentAppVersion, platforms } from '@/contract/settings/mobile-app-versions/schema';
import type { Ctx } from '@/server/core/context';
import { exportList } from '@/server/core/documents/list-csv';
import { rejectField } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { wrapPage } from '@/server/core/page-envelope';
import { type ListPlan, listPage, pageRows, planList, sortExpression } from '@/server/core/resource/list';
import { type CheckedList, checkList } from '@/server/core/resource/list-query';
import type { ServiceOptions } from '@/server/core/resource/options';
import { type ResourceService, resourceService } from '@/server/core/resource/service';

const options: ServiceOptions = { table: 'mobile_app_versions' };
const family = { resource: mobileAppVersions, options };

const byNumber = sql`string_to_array(app_version, '.')::integer[]`;

function planVersions(ctx: Ctx, query: CheckedList): ListPlan {
  const order = query.orderBy === 'app_version' ? byNumber : sortExpression(mobileAppVersions, ctx, query);
  return planList(mobileAppVersions, options, ctx, query, order);
}

/** Builds of the mobile apps, ordered by version number. */
export const appVersionsService: ResourceService = {
  ...resourceService(mobileAppVersions, options),
  async list(ctx, query) {
    const asked = checkList(mobileAppVersions, query, ctx);
    const found = await listPage(family, ctx, asked, planVersions(ctx, asked));
    return wrapPage(mobileAppVersions, asked, query, found);
  },
  exportList: (ctx, query) =>
    exportList(mobileAppVersions, ctx, query, (asked) =>
      pageRows(family, ctx, asked, planVersions(ctx, asked)),
    ),
};

interface ReleasedBuilds {
  current: string | null;
  url: string | null;
  min_version: string | null;
  is_forced: boolean;
}

/**
 * `GET app-versions/current`: whether a build must or should update. It must when it is below the minimum supported version
 * or a newer build forces the update. Throws VALIDATION_FAILED for an unknown platform or a malformed version.
 */
export async function currentAppVersion(
  ctx: Ctx,
  { platform, version }: JsonRecord,
): Promise<CurrentAppVersion> {
  if (!platforms.some((known) => known === platform)) rejectField('platform', 'error-platform-required');
  if (!isAppVersion(version)) rejectField('version', 'error-version-format');
  const { rows } = await sql<ReleasedBuilds>`
    with released as (
      select *, string_to_array(app_version, '.')::integer[] as number from mobile_app_versions
      where platform = ${platform} and deleted_at is null and released_at <= ${ctx.now}
    )
    select
      (select app_version from released order by number desc limit 1) as current,
      (select url from released where url is not null order by number desc limit 1) as url,
      (select min_version from released where min_version is not null
        order by string_to_array(min_version, '.')::integer[] desc limit 1) as min_version,
      exists (select 1 from released where is_force_update
        and number > string_to_array(${version}::text, '.')::integer[]) as is_forced`.execute(ctx.db);
  const { current = null, url = null, min_version = null, is_forced = false } = rows[0] ?? {};
  const isBelow = (other: string | null) => other !== null && compareVersions(version, other) < 0;
  return {
    current,
    min_version,
    must_update: is_forced || isBelow(min_version),
    should_update: isBelow(current),
    url,
  };
}
