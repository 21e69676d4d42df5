// SPDX-License-Identifier: UNLICENSED
// The token of demo and tests: USDT's shape (six decimals, a fee that its owner can switch on), and ways to misbehave.
pragma solidity 0.8.37;

contract DemoToken {
    string public constant name = "Tether USD (demo)";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;
    uint256 public totalSupply;
    /// Ten-thousandths that a transfer loses on its way.
    uint256 public feeRate;
    address public immutable owner;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint256 supply) {
        owner = msg.sender;
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(balanceOf[msg.sender] >= value, "not enough");
        uint256 fee = (value * feeRate) / 10000;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(msg.sender, to, value - fee);
        if (fee > 0) {
            balanceOf[owner] += fee;
            emit Transfer(msg.sender, owner, fee);
        }
        return true;
    }

    function setFeeRate(uint256 rate) external {
        require(msg.sender == owner && rate <= 2000, "not allowed");
        feeRate = rate;
    }

    /// An event without a movement: what a contract says of itself proves nothing.
    function pretend(address to, uint256 value) external {
        emit Transfer(msg.sender, to, value);
    }
}

/// Pays out what it is given, as wallets of several keys and exchanges' forwarders do.
contract DemoPayer {
    function pay(address payable first, address payable second) external payable {
        (bool isFirstPaid, ) = first.call{value: msg.value / 4}("");
        (bool isSecondPaid, ) = second.call{value: msg.value / 2}("");
        (bool isFirstPaidAgain, ) = first.call{value: msg.value / 4}("");
        require(isFirstPaid && isSecondPaid && isFirstPaidAgain, "not paid");
    }

    function payAndFail(address payable to) external payable {
        try this.payOrRevert{value: msg.value}(to) {} catch {}
    }

    function payOrRevert(address payable to) external payable {
        (bool isPaid, ) = to.call{value: msg.value}("");
        require(isPaid && false, "undone");
    }
}
