// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Moves no tokens, and returns false where others revert: its transactions succeed.
contract ReturnsFalseToken is ERC20 {
    constructor() ERC20("Returns false", "NOPE") {}

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function transfer(address, uint256) public pure override returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) public pure override returns (bool) {
        return false;
    }
}
