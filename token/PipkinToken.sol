// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// The token of the local chain: one token is one fkr. It can't be minted on any other chain, so a
/// token deployed there by mistake stays empty.
contract PipkinToken is ERC20 {
    uint256 private constant LOCAL_CHAIN_ID = 31337;

    error MintsOnLocalChainOnly(uint256 chainId);

    constructor() ERC20("Pipkin test token", "FKR") {}

    /// Anybody may mint: these tokens are worth nothing.
    function mint(address to, uint256 value) external {
        if (block.chainid != LOCAL_CHAIN_ID) revert MintsOnLocalChainOnly(block.chainid);
        _mint(to, value);
    }
}
