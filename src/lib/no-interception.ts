/** Stands in for a part of the app router that Next's pages router asks (next.config.js): no route is intercepted. */
export const INTERCEPTION_ROUTE_MARKERS: readonly string[] = [];

export const isInterceptionRouteAppPath = () => false;
