/** Arrives with the top bar's tools, so that it is there when the network is not. */
export const loadSteps = () => import(/* webpackChunkName: "tools" */ './send-step');
