/** The demo wallet's lasting name; no build but the local default's holds it. */
export const demoWalletName = 'local.pipkin.demo-wallet'
