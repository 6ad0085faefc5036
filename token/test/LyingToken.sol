// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Reports every transfer twice and makes it once: its events add up to more than its balances.
contract LyingToken is ERC20 {
    constructor() ERC20("Lies in events", "LIE") {}

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from != address(0)) emit Transfer(from, to, value);
    }
}
