import { type HttpHandler, http } from 'msw';
import { customers, pendingVendors, vendors } from '@/contract/accounts/users/index';
import type { AnyResource } from '@/contract/core/define';
import { toSearch } from '@/contract/core/search';
import { resources } from '@/contract/index';
import { newShops } from '@/contract/shops/index';
import { myStaffs, storeKeepers, vendorStaffs } from '@/contract/shops/staffs/index';
import { type Call, endpoint } from './endpoint';
import { createRow, readRow, removeRow, restoreRow, updateRow, visibleRows } from './family';
import { buildPage, matching } from './list';
import { panelHandlers } from './panel-endpoints';
import { Refusal } from './refusal';
import { sessionHandlers } from './session';
import type { Row, World } from './world';

/** Handlers of the whole mock API; unknown requests are refused with 501. */
export function mockHandlers(world: World): HttpHandler[] {
  return [
    ...sessionHandlers(world),
    ...panelHandlers(world),
    ...narrowedLists.map((resource) => narrowedHandler(world, resource)),
    ...Object.values(resources).flatMap((resource) => familyHandlers(world, resource)),
    http.all('*/rest/*', () => new Refusal('NOT_SUPPORTED').respond()),
  ];
}

/** Filtered lists with an endpoint of their own. */
const narrowedLists: AnyResource[] = [
  ...[vendors, pendingVendors, customers],
  ...[myStaffs, vendorStaffs, storeKeepers, newShops],
];

function narrowedHandler(world: World, resource: AnyResource): HttpHandler {
  const { scope = {}, list } = resource.only ?? {};
  const path = list?.endpoint ?? resource.endpoint;
  return endpoint(world, ['get', path], resource.allow.list, (call) => {
    const { person, language } = call;
    // A parameter of the endpoint is a filter of the list itself.
    const pairs = Object.entries(scope).filter(([key]) => !(key in (list?.query ?? {})));
    const search = new URLSearchParams({ search: toSearch(Object.fromEntries(pairs)), searchJoin: 'and' });
    const rows = matching(resource, visibleRows({ world, resource, person, language }), search);
    return listed(resource, rows, call);
  });
}

function familyHandlers(world: World, resource: AnyResource): HttpHandler[] {
  const { allow, endpoint: path } = resource;
  const one = `${path}/:key`;
  const family = ({ person, language }: Call) => ({ world, resource, person, language });
  const key = ({ params }: Call) => params.key ?? '';
  const update = (call: Call) => updateRow(family(call), key(call), call.body);
  return [
    endpoint(world, ['get', path], allow.list, (call) => listed(resource, visibleRows(family(call)), call)),
    endpoint(world, ['get', one], allow.read, (call) => readRow(family(call), key(call))),
    endpoint(world, ['post', path], allow.create, (call) => createRow(family(call), call.body)),
    endpoint(world, ['put', one], allow.update, update),
    endpoint(world, ['patch', one], allow.update, update),
    endpoint(world, ['delete', one], allow.remove, (call) => removeRow(family(call), key(call))),
    endpoint(world, ['post', `${one}/restore`], allow.remove, (call) => restoreRow(family(call), key(call))),
  ];
}

function listed(resource: AnyResource, rows: readonly Row[], { query, person }: Call) {
  const offered = resource.name === 'orders' && person?.isAdmin ? wholeOrders(rows, query) : rows;
  const isBare = resource.bareList && !query.has('page') && !query.has('limit');
  return isBare ? matching(resource, offered, query) : buildPage(resource, offered, query);
}

/** Administrators count whole orders once; a shop's list has the parts. */
function wholeOrders(rows: readonly Row[], query: URLSearchParams): readonly Row[] {
  const isInShop = /shop/.test(query.get('search') ?? '') || query.has('shop_id');
  return rows.filter(({ parent_id }) => (parent_id === null) !== isInShop);
}
